import { pipeline, type Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/** Codes of zlib, and of brotli, which has its own. */
const DECODING_FAILED = /^(Z_|ERR__ERROR_FORMAT|ERR_BROTLI)/;

/** Whether bytes were not what their Content-Encoding says, or ended too early. */
export const isDecodingError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DECODING_FAILED.test(String(error.code));

export interface Decoded {
  readonly stream: Readable;
  /** As many as have come so far, before decompression. */
  encodedBytes(): number;
}

/** Decompresses a body by its Content-Encoding; undefined when that is none we know. Errors come out of the stream. */
export function decodeContent(body: Readable, encoding: string): Decoded | undefined {
  const name = encoding.trim().toLowerCase();
  if (!Object.hasOwn(DECODERS, name)) return undefined;
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const stream = DECODERS[name as keyof typeof DECODERS]();
  // A body that nobody reads, or whose reader has left, may still turn out broken. `pipeline` takes its own listeners off, and
  // an error that nobody listens to would end the process.
  for (const one of [counted, stream]) one.on('error', () => undefined);
  pipeline(body, counted, stream, () => undefined);
  return { stream, encodedBytes: () => bytes };
}
