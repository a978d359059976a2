import { buffer } from 'node:stream/consumers';
import type { Platform } from '#platform/context.ts';
import type { ModelBundle } from '../bundle.ts';
import type { ModelSource } from './hot-model.ts';

/** The files of a bundle, read from the store. */
export async function loadSource(
  { blobs }: Pick<Platform, 'blobs'>,
  { id, modelId, bundle }: { readonly id: string; readonly modelId: string; readonly bundle: ModelBundle },
): Promise<ModelSource> {
  const { artifact } = bundle;
  const keys = artifact.kind === 'rows' ? artifact.keys : [artifact.key];
  const files = await Promise.all(keys.map(async (key) => new Uint8Array(await buffer(await blobs.read(key)))));
  return { id, modelId, bundle, files };
}
