import type pg from 'pg';
import type { Blobs } from '#platform/blobs/blobs.ts';
import { copyOut } from '#platform/db/copy.ts';
import { ENTRY, type Ending, type Manifest, secretKeyCheck } from './manifest.ts';
import { listSequences, listTables, type TableShape } from './table-list.ts';
import type { TarWriter } from './tar-writer.ts';

/** Rows are cut into entries of about this size, because tar wants to know an entry's size before it begins. */
const PART_BYTES = 4 * 1024 * 1024;

export interface Installation {
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
