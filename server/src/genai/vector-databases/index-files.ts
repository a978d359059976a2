import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Platform } from '#platform/context.ts';
import type { IndexFiles, OpenedFiles } from './search/hot-index.ts';

type Blobs = Pick<Platform, 'blobs'>;

/** Everything a vector database keeps outside of the tables lies under this. */
export const indexPrefix = (id: string): string => `vector-databases/${id}/`;
export const indexKeys = (id: string) => ({
  lines: `${indexPrefix(id)}chunks.jsonl`,
  vectors: `${indexPrefix(id)}vectors.f32`,
  embedder: `${indexPrefix(id)}embedder`,
});

/** Answers how many bytes that are. */
export async function writeIndex({ blobs }: Blobs, id: string, files: IndexFiles): Promise<number> {
  const key = indexKeys(id);
  const { buffer: numbers, byteOffset, byteLength } = files.vectors;
  const write = (to: string, bytes: Uint8Array) => blobs.write(to, Readable.from([bytes], { objectMode: false }));
  const sizes = [
    await write(key.lines, files.lines),
    await write(key.vectors, new Uint8Array(numbers, byteOffset, byteLength)),
    files.embedder === null ? 0 : await write(key.embedder, files.embedder),
  ];
  return sizes.reduce((sum, size) => sum + size, 0);
}

interface Reading {
  readonly id: string;
  readonly dimensions: number;
  readonly isLocal: boolean;
  /** False where the vectors are searched in the database. */
  readonly withVectors: boolean;
}

export async function readIndex(
  { blobs }: Blobs,
  { id, dimensions, isLocal, withVectors }: Reading,
): Promise<OpenedFiles> {
  const key = indexKeys(id);
  // Copies of their own, so that they can be handed to a thread.
  const read = async (from: string) => new Uint8Array(await buffer(await blobs.read(from)));
  const lines = await read(key.lines);
  const vectors = withVectors ? new Float32Array((await read(key.vectors)).buffer) : null;
  const embedder = isLocal ? await read(key.embedder) : null;
  return { lines, vectors, dimensions, embedder };
}

export async function deleteIndex({ blobs }: Blobs, id: string): Promise<void> {
  for await (const key of blobs.list(indexPrefix(id))) await blobs.delete(key);
}
