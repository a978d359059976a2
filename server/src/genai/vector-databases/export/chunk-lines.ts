import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Platform } from '#platform/context.ts';
import { indexKeys } from '../find-hits.ts';
import type { Chunk } from '../search/chunks.ts';

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

interface Rows {
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

interface Lines {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;
}

const NEWLINE = 10;

/** The same as bytes nobody has looked into: some whole lines at a time, of the rows that are wanted. */
export async function* linesOf({ blobs }: Blobs, id: string, { from, to }: Rows): AsyncGenerator<Lines> {
  const input = (await blobs.read(indexKeys(id).lines)) as Readable & AsyncIterable<Buffer>;
  let rest = Buffer.alloc(0);
  let row = 0;
  for await (const piece of input) {
    const bytes = Buffer.concat([rest, piece]);
    let [start, end, count] = [0, 0, 0];
    for (let at = bytes.indexOf(NEWLINE); at >= 0 && row < to; at = bytes.indexOf(NEWLINE, end)) {
      end = at + 1;
      if (row++ < from) start = end;
      else count++;
    }
    if (count > 0) yield { bytes: Uint8Array.from(bytes.subarray(start, end)), count };
    if (row >= to) return;
    rest = bytes.subarray(end);
  }
}

/** The vectors of those rows, as many at a time as are asked for. */
export async function vectorsOf({ blobs }: Blobs, id: string, dimensions: number, { from, to }: Rows) {
  const size = dimensions * Float32Array.BYTES_PER_ELEMENT;
  const input = (await blobs.read(indexKeys(id).vectors, { start: from * size, end: to * size - 1 })) as Readable &
    AsyncIterable<Buffer>;
  const pieces = input[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  return {
    async next(count: number): Promise<Float32Array<ArrayBuffer>> {
      const parts = [held];
      for (let bytes = held.length; bytes < count * size; ) {
        const { value, done } = await pieces.next();
        if (done) throw new Error(`The vector database ${id} has fewer vectors than chunks.`);
        parts.push(value);
        bytes += value.length;
      }
      const all = Buffer.concat(parts);
      held = all.subarray(count * size);
      return new Float32Array(Uint8Array.from(all.subarray(0, count * size)).buffer);
    },
    close: () => {
      input.destroy();
    },
  };
}
