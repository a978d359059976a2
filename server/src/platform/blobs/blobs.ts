import type { Readable } from 'node:stream';

/** Large things by key: datasets, models, exports. A folder on disk or a bucket; callers cannot tell. */
export interface Blobs {
  /** Streams to the store; the blob appears whole or not at all. Answers its size in bytes. */
  write(key: string, content: Readable): Promise<number>;
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Null when there is no such blob. */
  size(key: string): Promise<number | null>;
  delete(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<string>;
  move(from: string, to: string): Promise<void>;
  /** Removes what processes that were killed while writing have left. */
  sweep(now: Date): Promise<void>;
  /** Where the blob lies on this machine, for programs that read files; null when it is in a bucket. Never write there. */
  localPath(key: string): string | null;
}

/** The key, or the place of one in a list, cannot be used: a mistake of the calling code, not of a person. */
export class BlobProblem extends Error {
  override readonly name = 'BlobProblem';
}

export class NoSuchBlob extends BlobProblem {
  constructor(key: string) {
    super(`There is no blob ${JSON.stringify(key)}. It was deleted or never written.`);
  }
}

const PIECE = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;
const LONGEST = 900;

/**
 * Keys are made by our own code from ids and fixed words, never from names people gave. Pieces between slashes cannot
 * begin with a dot, so no key leaves the store's folder or hides in it.
 */
export function checkKey(key: string): string {
  if (key.length <= LONGEST && key.split('/').every((piece) => PIECE.test(piece))) return key;
  throw new BlobProblem(
    `${JSON.stringify(key.slice(0, 100))} cannot be the key of a blob. Use letters, digits, dot, dash and underscore, ` +
      'with slashes between pieces that do not begin with a dot.',
  );
}

/** A whole number of pieces (`models/`), or everything (empty). */
export function checkPrefix(prefix: string): string {
  if (prefix === '') return prefix;
  if (!prefix.endsWith('/')) {
    throw new BlobProblem(`The prefix ${JSON.stringify(prefix.slice(0, 100))} must end with a slash.`);
  }
  checkKey(prefix.slice(0, -1));
  return prefix;
}

export function checkRange(range: { readonly start: number; readonly end: number }): void {
  const whole = Number.isSafeInteger(range.start) && Number.isSafeInteger(range.end);
  if (whole && range.start >= 0 && range.end >= range.start) return;
  throw new BlobProblem(
    `Bytes ${range.start} to ${range.end} are no range; both ends are counted from 0 and included.`,
  );
}
