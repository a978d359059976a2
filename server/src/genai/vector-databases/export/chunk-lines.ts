import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Platform } from '#platform/context.ts';
import { indexKeys } from '../index-files.ts';
import type { Chunk } from '../search/chunk.ts';

type Blobs = Pick<Platform, 'blobs'>;

/** Chunks of a vector database in their order, never more than a few at once in memory. */
export async function* chunksOf({ blobs }: Blobs, id: string): AsyncGenerator<Chunk> {
  const input = await blobs.read(indexKeys(id).lines);
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
      if (line !== '') yield JSON.parse(line) as Chunk;
  } finally {
    // Whoever wants no more lets the file go.
    input.destroy();
  }
}

/** Their vectors, in the same order. */
export async function* vectorsOf({ blobs }: Blobs, id: string, dimensions: number): AsyncGenerator<number[]> {
  const size = dimensions * 4;
  let rest = Buffer.alloc(0);
  for await (const piece of (await blobs.read(indexKeys(id).vectors)) as Readable & AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, piece]);
    let at = 0;
    for (; at + size <= rest.length; at += size) {
      const from = at;
      // As many digits as a number of this kind has.
      yield Array.from({ length: dimensions }, (_, i) => Number(rest.readFloatLE(from + i * 4).toPrecision(9)));
    }
    rest = rest.subarray(at);
  }
}
