import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import type { Config } from '#config';
import type { Blobs } from '#platform/blobs/blobs.ts';
import { openBlobs } from '#platform/blobs/open-blobs.ts';
import { type Database, openDatabase, underStartLock } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openJobs } from '#platform/jobs/open-jobs.ts';
import { createLogger } from '#platform/log/logger.ts';
import { MIGRATIONS } from '../../open-platform.ts';
import { type Command, CommandProblem, EXIT, print, usageProblem } from '../command.ts';
import { withDatabaseUrl } from '../with-platform.ts';
import { contentOf, ENTRY, type Ending, type Manifest, readManifest, readRows, secretKeyCheck } from './archive.ts';
import { isEmpty, listTables } from './table-list.ts';
import { BrokenArchive, readTar, type TarEntry } from './tar.ts';

export const restore: Command = {
  name: 'restore',
  synopsis: ['FILE'],
  about: 'Fill an empty installation from a file that almanac backup wrote',
  async run(config, { rest }) {
    const [file, ...more] = rest;
    if (!file || more.length > 0)
      throw usageProblem(
        'restore takes one file name, for example: almanac restore almanac.tar.gz --data-dir NEW-FOLDER',
      );
    if (!existsSync(file)) throw new CommandProblem(EXIT.refused, `There is no file ${resolve(file)}. Check its name.`);
    try {
      const made = await withDatabaseUrl(config, (url) => restoreBackup(config, url, resolve(file)));
      print(`Restored ${file}, made ${made.createdAt}: all rows, ${made.blobs} files. Start it with: almanac serve`);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (!(error instanceof BrokenArchive) && !code.startsWith('Z_')) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandProblem(
        EXIT.refused,
        `${file} is not a complete backup: ${reason}. Nothing was restored; use another copy of it.`,
        { cause: error },
      );
    }
  },
};

const refusal = (message: string): CommandProblem => new CommandProblem(EXIT.refused, message);

/** Fills an empty installation from a backup. When anything goes wrong it is empty again. */
export async function restoreBackup(
  config: Config,
  databaseUrl: string,
  file: string,
): Promise<Ending & { createdAt: string }> {
  const db = openDatabase(databaseUrl, { max: 4, applicationName: 'almanac restore' });
  const blobs = await openBlobs(config);
  const written: string[] = [];
  try {
    await refuseUnlessEmpty(db, blobs, config);
    // Errors of the file surface in the stream that is read.
    const unpacked = createGunzip().on('error', () => undefined);
    const entries = readTar(pipeline(createReadStream(file), unpacked, () => undefined));
    const manifest = await readManifest(entries);
    try {
      await restoreKey(config, manifest, entries);
      await createTables(db, manifest);
      const ending = await inTransaction(db, async (client) => {
        await suspendTriggers(client);
        await emptyTables(client, manifest);
        const read = await readRows(entries, { client, blobs, manifest, wrote: (key) => written.push(key) });
        for (const { name, value } of manifest.sequences) await client.query('select setval($1, $2)', [name, value]);
        return read;
      });
      await migrate(db, MIGRATIONS);
      return { ...ending, createdAt: manifest.createdAt };
    } catch (error) {
      await undo(db, blobs, written, config, manifest);
      throw error;
    }
  } finally {
    await db.close();
  }
}

async function refuseUnlessEmpty(db: Database, blobs: Blobs, config: Config): Promise<void> {
  const client = await db.pool.connect();
  const empty = await isEmpty(client).finally(() => client.release());
  if (!empty)
    throw refusal('The database is not empty. Restore into a new folder: almanac restore FILE --data-dir NEW-FOLDER');
  if (config.storageUrl !== null) return;
  for await (const key of blobs.list(''))
    throw refusal(
      `${config.dataDir} already holds files (${key}). Restore into a new folder with --data-dir NEW-FOLDER.`,
    );
}

const keyFile = (config: Config): string => join(config.dataDir, 'secret.key');

/** Without the right key nothing that was sealed can be opened, and no API key is recognised. */
async function restoreKey(config: Config, manifest: Manifest, entries: AsyncIterator<TarEntry>): Promise<void> {
  const included = manifest.secretKey === 'included' ? await readKey(entries) : null;
  const key = config.secretKey === null ? included : Buffer.from(config.secretKey, 'hex');
  if (key === null)
    throw refusal('This backup was made with ALMANAC_SECRET_KEY set and does not hold it. Set it to the same key.');
  if (secretKeyCheck(key) !== manifest.secretKeyCheck)
    throw refusal('ALMANAC_SECRET_KEY is not the key of this backup. Set it to the right one, or unset it.');
  if (config.secretKey !== null) return;
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const there = await readFile(keyFile(config), 'utf8').catch(() => null);
  if (there !== null && there.trim() !== key.toString('hex'))
    throw refusal(
      `${keyFile(config)} belongs to another installation. Restore into a new folder with --data-dir NEW-FOLDER.`,
    );
  await writeFile(keyFile(config), key.toString('hex'), { mode: 0o600 });
}

async function readKey(entries: AsyncIterator<TarEntry>): Promise<Buffer | null> {
  const { value: entry, done } = await entries.next();
  if (done === true || entry.name !== ENTRY.secretKey) return null;
  return Buffer.from((await contentOf(entry)).toString('utf8'), 'hex');
}

/** The tables as they were when the backup was made; the later migrations then run over the rows. */
async function createTables(db: Database, manifest: Manifest): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-migrations-'));
  try {
    for (const name of manifest.migrations)
      await copyFile(join(MIGRATIONS, name), join(folder, name)).catch(() => {
        throw refusal(
          `The backup was made by Almanac ${manifest.version}, which is newer (${name}). Restore it with that version.`,
        );
      });
    await migrate(db, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const jobs = await underStartLock(db, () => openJobs(db, createLogger('silent', 'command')));
  await jobs.close();
}

async function emptyTables(client: pg.ClientBase, manifest: Manifest): Promise<void> {
  const here = await listTables(client);
  for (const { name, columns } of manifest.tables) {
    const known = here.find((table) => table.name === name)?.columns ?? [];
    const unknown = columns.find((column) => !known.includes(column));
    if (unknown)
      throw refusal(
        `This version knows no column ${unknown} of ${name}. Restore with Almanac ${manifest.version}, then upgrade.`,
      );
  }
  if (here.length > 0) await client.query(`truncate ${here.map(({ name }) => name).join(', ')}`);
}

/** Rows that refer to each other in a circle need it; it takes a superuser, which the embedded database gives us. */
async function suspendTriggers(client: pg.ClientBase): Promise<void> {
  await client.query('savepoint before_triggers');
  try {
    await client.query('set local session_replication_role = replica');
  } catch {
    await client.query('rollback to savepoint before_triggers');
  }
}

async function inTransaction<T>(db: Database, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await db.pool.connect();
  let broken = true;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    broken = false;
    return result;
  } finally {
    client.release(broken);
  }
}

async function undo(db: Database, blobs: Blobs, written: string[], config: Config, manifest: Manifest): Promise<void> {
  await db.pool.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public');
  for (const key of written) await blobs.delete(key);
  if (config.secretKey === null && manifest.secretKey === 'included') await rm(keyFile(config), { force: true });
}
