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
