import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Blobs } from '#platform/blobs/blobs.ts';

/** A file in a package file: what it is called there, and its bytes or where they lie. */
export type Entry = { readonly name: string } & ({ readonly bytes: Buffer } | { readonly key: string });

const BLOCK = 512;
const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** Header of a file in the tar format of POSIX (ustar). */
function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  block.write(name, 0, 100, 'utf8');
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  block.write('        0', 148, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** The entries as one tar file. Blobs are read as they are sent. */
export function packArchive(blobs: Blobs, entries: readonly Entry[]): Readable {
  return Readable.from(pieces(blobs, entries), { objectMode: false });
}

async function* pieces(blobs: Blobs, entries: readonly Entry[]): AsyncGenerator<Buffer> {
  for (const entry of entries) {
    const size = 'bytes' in entry ? entry.bytes.length : await blobs.size(entry.key);
    if (size === null) throw new Error(`${entry.name} is missing.`);
    yield header(entry.name, size);
    if ('bytes' in entry) yield entry.bytes;
    else for await (const piece of await blobs.read(entry.key)) yield piece as Buffer;
    yield Buffer.alloc(padding(size));
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Where a file lies inside an archive. */
export interface Place {
  readonly start: number;
  readonly size: number;
}

const MOST_FILES = 1000;

/** The files of an archive by name; undefined when it is none. */
export async function listEntries(blobs: Blobs, key: string): Promise<ReadonlyMap<string, Place> | undefined> {
  const whole = (await blobs.size(key)) ?? 0;
  const places = new Map<string, Place>();
  let at = 0;
  while (at + BLOCK <= whole) {
    const block = await buffer(await blobs.read(key, { start: at, end: at + BLOCK - 1 }));
    if (block.every((byte) => byte === 0)) return places;
    const text = (from: number, length: number) => block.toString('utf8', from, from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12).trim(), 8);
    if (text(257, 5) !== 'ustar' || !(size >= 0) || at + BLOCK + size > whole || places.size >= MOST_FILES)
      return undefined;
    places.set(text(0, 100), { start: at + BLOCK, size });
    at += BLOCK + size + padding(size);
  }
  return places.size > 0 ? places : undefined;
}

/** The bytes of one file of an archive. */
export const readEntry = (blobs: Blobs, key: string, { start, size }: Place): Promise<Readable> =>
  size === 0 ? Promise.resolve(Readable.from([])) : blobs.read(key, { start, end: start + size - 1 });
