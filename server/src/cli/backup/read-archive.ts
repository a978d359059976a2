import { Readable } from 'node:stream';
import type pg from 'pg';
import type { ZodType } from 'zod';
import type { Blobs } from '#platform/blobs/blobs.ts';
import { copyIn } from '#platform/db/copy.ts';
import { ENTRY, Ending, Manifest } from './manifest.ts';
import { BrokenArchive, type TarEntry } from './tar-reader.ts';

/** Reads the entry that has to come next. */
export async function readEntry<T>(entries: AsyncIterator<TarEntry>, name: string, shape: ZodType<T>): Promise<T> {
  const { value: entry, done } = await entries.next();
  if (done === true || entry.name !== name) throw new BrokenArchive(`it has no ${name} where one belongs`);
  return parse(entry, shape);
}

export const readManifest = (entries: AsyncIterator<TarEntry>): Promise<Manifest> =>
  readEntry(entries, ENTRY.manifest, Manifest);

export async function contentOf(entry: TarEntry): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of entry.content) parts.push(part);
  return Buffer.concat(parts);
}

async function parse<T>(entry: TarEntry, shape: ZodType<T>): Promise<T> {
  try {
    return shape.parse(JSON.parse((await contentOf(entry)).toString('utf8')));
  } catch (cause) {
    throw new BrokenArchive(`its ${entry.name} cannot be understood`, { cause });
  }
}

/** Puts every row and blob in its place and answers what the last entry promised. Written blobs are told to `wrote`. */
export async function readRows(
  entries: AsyncIterator<TarEntry>,
  to: { client: pg.ClientBase; blobs: Blobs; manifest: Manifest; wrote(key: string): void },
): Promise<Ending> {
  const ahead = new Lookahead(entries);
  for (const table of to.manifest.tables) {
    const folder = `tables/${table.name}/`;
    if (!(await ahead.peek())?.name.startsWith(folder)) continue;
    const statement = `copy ${table.name} (${table.columns.join(', ')}) from stdin`;
    await copyIn(
      to.client,
      statement,
      ahead.contentsWhile((entry) => entry.name.startsWith(folder)),
    );
  }
  for (let entry = await ahead.peek(); entry?.name.startsWith('blobs/'); entry = await ahead.peek()) {
    const key = entry.name.slice('blobs/'.length);
    to.wrote(key);
    await to.blobs.write(key, Readable.from(entry.content));
    ahead.drop();
  }
  const last = await ahead.peek();
  if (last?.name !== ENTRY.ending) throw new BrokenArchive(`${last?.name ?? 'its end'} is not expected there`);
  return parse(last, Ending);
}

/** Looks at the next entry without taking it. */
class Lookahead {
  readonly #entries: AsyncIterator<TarEntry>;
  #next: TarEntry | null = null;

  constructor(entries: AsyncIterator<TarEntry>) {
    this.#entries = entries;
  }

  async peek(): Promise<TarEntry | null> {
    if (this.#next) return this.#next;
    const { value, done } = await this.#entries.next();
    this.#next = done === true ? null : value;
    return this.#next;
  }

  drop(): void {
    this.#next = null;
  }

  async *contentsWhile(belongs: (entry: TarEntry) => boolean): AsyncGenerator<Buffer> {
    for (let entry = await this.peek(); entry && belongs(entry); entry = await this.peek()) {
      yield* entry.content;
      this.drop();
    }
  }
}
