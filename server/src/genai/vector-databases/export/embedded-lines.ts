import type { Chunk } from '../search/chunks.ts';

export interface EmbeddedOrder {
  /** Chunks, a JSON object a line. */
  readonly lines: Uint8Array<ArrayBuffer>;
  readonly vectors: Float32Array<ArrayBuffer>;
  readonly dimensions: number;
}

/** The work of a thread: writing a vector takes longer than reading it. */
export function embeddedLines({ lines, vectors, dimensions }: EmbeddedOrder): Uint8Array<ArrayBuffer> {
  const written = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line, row) => {
      const { text, source, metadata } = JSON.parse(line) as Chunk;
      // As many digits as a number of this kind has.
      const embedding = Array.from(vectors.subarray(row * dimensions, (row + 1) * dimensions), (value) =>
        Number(value.toPrecision(9)),
      );
      return `${JSON.stringify({ text, source, metadata, embedding })}\n`;
    });
  return new Uint8Array(Buffer.from(written.join('')));
}
