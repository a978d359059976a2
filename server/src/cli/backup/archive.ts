import { Readable } from 'node:stream';
import type pg from 'pg';
import { type ZodType, z } from 'zod';
import type { Blobs } from '#platform/blobs/blobs.ts';
import { copyIn, copyOut } from '#platform/db/copy.ts';
import { createSecrets } from '#platform/secrets/secrets.ts';
import { listSequences, listTables, type TableShape } from './table-list.ts';
import type { TarWriter } from './tar.ts';
import { BrokenArchive, type TarEntry } from './tar.ts';

/** The first entry of a backup: what it is and what a restore needs to know before the rows arrive. */
export const Manifest = z.object({
  format: z.literal('almanac-backup-1'),
  version: z.string(),
  createdAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).readonly() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** `included`, or `setting` when it is kept in ALMANAC_SECRET_KEY and so not ours to copy. */
  secretKey: z.enum(['included', 'setting']),
  /** Tells the right key from a wrong one without giving it away. */
  secretKeyCheck: z.string(),
  /** `external` when they are in a bucket, which has its own backups. */
  blobs: z.enum(['included', 'external']),
});
export type Manifest = z.infer<typeof Manifest>;

/** The last entry: a backup without it was cut off. */
export const Ending = z.object({ rowBytes: z.number(), blobs: z.number(), blobBytes: z.number() });
export type Ending = z.infer<typeof Ending>;

export const ENTRY = { manifest: 'manifest.json', secretKey: 'secret.key', ending: 'end.json' } as const;

export const secretKeyCheck = (key: Buffer): string => createSecrets(key).fingerprint('almanac backup').toString('hex');

/** Rows are cut into entries of about this size, because tar wants to know an entry's size before it begins. */
const PART_BYTES = 4 * 1024 * 1024;

interface Installation {
  readonly client: pg.ClientBase;
  /** Null when they live in a bucket. */
  readonly blobs: Blobs | null;
  readonly secretKey: Buffer;
  readonly secretKeyIsSetting: boolean;
  readonly version: string;
  readonly now: Date;
}

/** All rows as they were at one moment, then the blobs; the server may keep running meanwhile. */
export async function writeArchive(tar: TarWriter, from: Installation): Promise<Ending> {
  const { client } = from;
  await client.query('begin isolation level repeatable read read only');
  try {
    const manifest = await describe(from);
    await tar.file(ENTRY.manifest, json(manifest));
    if (manifest.secretKey === 'included') await tar.file(ENTRY.secretKey, Buffer.from(from.secretKey.toString('hex')));
    let rowBytes = 0;
    for (const table of manifest.tables) rowBytes += await writeTable(tar, client, table);
    const blobs = from.blobs ? await writeBlobs(tar, from.blobs) : { blobs: 0, blobBytes: 0 };
    const ending: Ending = { rowBytes, ...blobs };
    await tar.file(ENTRY.ending, json(ending));
    await tar.end();
    return ending;
  } finally {
    await client.query('rollback');
  }
}

async function describe(from: Installation): Promise<Manifest> {
  const migrations = await from.client.query<{ name: string }>('select name from migrations order by name');
  return {
    format: 'almanac-backup-1',
    version: from.version,
    createdAt: from.now.toISOString(),
    migrations: migrations.rows.map((row) => row.name),
    tables: await listTables(from.client),
    sequences: await listSequences(from.client),
    secretKey: from.secretKeyIsSetting ? 'setting' : 'included',
    secretKeyCheck: secretKeyCheck(from.secretKey),
    blobs: from.blobs ? 'included' : 'external',
  };
}

async function writeTable(tar: TarWriter, client: pg.ClientBase, table: TableShape): Promise<number> {
  const columns = table.columns.join(', ');
  const rows = copyOut(client, `copy (select ${columns} from ${table.name}) to stdout`);
  let part: Buffer[] = [];
  let size = 0;
  let number = 0;
  let total = 0;
  const flush = async () => {
    number += 1;
    total += size;
    await tar.file(`tables/${table.name}/${String(number).padStart(6, '0')}`, Buffer.concat(part));
    part = [];
    size = 0;
  };
  for await (const row of rows) {
    part.push(row);
    size += row.length;
    if (size >= PART_BYTES) await flush();
  }
  if (size > 0) await flush();
  return total;
}

async function writeBlobs(tar: TarWriter, blobs: Blobs): Promise<{ blobs: number; blobBytes: number }> {
  const total = { blobs: 0, blobBytes: 0 };
  for await (const key of blobs.list('')) {
    const size = await blobs.size(key);
    // Deleted since it was listed: no row that is left refers to it.
    if (size === null) continue;
    await tar.stream(`blobs/${key}`, size, await blobs.read(key));
    total.blobs += 1;
    total.blobBytes += size;
  }
  return total;
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Reads the entry that has to come next. */
async function readEntry<T>(entries: AsyncIterator<TarEntry>, name: string, shape: ZodType<T>): Promise<T> {
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

/** Restores every row and blob and returns the totals of the last entry. `wrote` receives the key of each written blob. */
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
