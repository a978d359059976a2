import type { Readable } from 'node:stream';

export interface CutLimits {
  readonly bytes: number;
  /** A slow upload is handed on in smaller pieces, so that its rows are scored while it goes on. */
  readonly milliseconds: number;
}

export interface CutPiece {
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/** The stream in pieces of about a size; the last one may be empty. */
export async function* cutPieces(stream: Readable, limits: CutLimits): AsyncGenerator<CutPiece> {
  let held: Buffer[] = [];
  let size = 0;
  let since = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size === 0) since = performance.now();
    held.push(chunk);
    size += chunk.length;
    if (size < limits.bytes && performance.now() - since < limits.milliseconds) continue;
    const bytes = Buffer.concat(held, size);
    held = [];
    size = 0;
    yield { bytes, isLast: false };
  }
  yield { bytes: Buffer.concat(held, size), isLast: true };
}
