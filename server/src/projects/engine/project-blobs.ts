import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Platform } from '#platform/context.ts';

export const readBytes = async ({ blobs }: Pick<Platform, 'blobs'>, key: string): Promise<Uint8Array> =>
  new Uint8Array(await buffer(await blobs.read(key)));

export async function writeBytes({ blobs }: Pick<Platform, 'blobs'>, key: string, bytes: Uint8Array): Promise<void> {
  await blobs.write(key, Readable.from([Buffer.from(bytes)], { objectMode: false }));
}

/** Everything a project keeps outside of the database lies under one prefix. */
export const projectBlobs = (projectId: string) => ({
  prefix: `projects/${projectId}/`,
  predictions: (modelId: string, part: string) => `projects/${projectId}/models/${modelId}/${part}.predictions`,
  artifact: (modelId: string) => `projects/${projectId}/models/${modelId}/model`,
});
