import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Database } from './database.ts';

/** The database and the program's migration files disagree: said in one sentence with the next step. */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem';
}

interface MigrationFile {
  readonly name: string;
  readonly number: number;
  readonly text: string;
  readonly checksum: string;
}

interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

/** Any constant will do, as long as every version of the program takes the same one. */
const LOCK = 4_127_201_001;
const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;

/**
 * Brings the database to the state the program expects and answers the names of what was applied.
 * Forward only: what was applied must be exactly the first files of the folder, unchanged.
 */
export async function migrate(db: Database, folder: string): Promise<string[]> {
  const files = await readMigrations(folder);
  const client = await db.pool.connect();
  let broken = true;
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const pending = files.slice(await countApplied(client, files));
    for (const file of pending) await apply(client, file);
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    broken = false;
    return pending.map((file) => file.name);
  } finally {
    // Closing the session frees the lock and ends an open transaction, whatever state a failure left them in.
    client.release(broken);
  }
}

async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const files = await Promise.all(names.map((name) => readMigration(folder, name)));
  for (const [index, file] of files.entries()) {
    const before = files[index - 1];
    if (before?.number === file.number) {
      throw new MigrationProblem(
        `Migrations ${before.name} and ${file.name} have the same number. Give the newer one the next free number.`,
      );
    }
  }
  return files;
}

async function readMigration(folder: string, name: string): Promise<MigrationFile> {
  const number = FILE_NAME.exec(name)?.[1];
  if (number === undefined) {
    throw new MigrationProblem(
      `${join(folder, name)} is not named like a migration. Name it like 0007-what-it-does.sql.`,
    );
  }
  const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  return { name, number: Number(number), text, checksum: createHash('sha256').update(text).digest('hex') };
}

/** How many of the files the database has seen; refuses when they are not the same ones in the same order. */
async function countApplied(client: pg.PoolClient, files: readonly MigrationFile[]): Promise<number> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS migrations (
       name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const applied = (await client.query<AppliedMigration>('SELECT name, checksum FROM migrations ORDER BY name')).rows;
  for (const [index, row] of applied.entries()) refuseDifference(row, files[index], files);
  return applied.length;
}

function refuseDifference(
  row: AppliedMigration,
  file: MigrationFile | undefined,
  files: readonly MigrationFile[],
): void {
  if (file?.name === row.name && file.checksum === row.checksum) return;
  if (file?.name === row.name) {
    throw new MigrationProblem(
      `Migration ${row.name} was changed after it was applied to this database. ` +
        'Restore the file as it was released and put the change into a new migration.',
    );
  }
  const last = files.at(-1);
  if (last === undefined || row.name > last.name) {
    throw new MigrationProblem(
      `This database is newer than this program: it has migration ${row.name}, ` +
        `the program knows ${last === undefined ? 'none' : `up to ${last.name}`}. Start a newer version of Almanac.`,
    );
  }
  if (files.some((known) => known.name === row.name)) {
    throw new MigrationProblem(
      `Migration ${file?.name} would have to run before ${row.name}, which this database already has. ` +
        'Give it the next free number: migrations only move forward.',
    );
  }
  throw new MigrationProblem(
    `Migration ${row.name} was applied to this database but its file is missing. ` +
      'Restore the file, or start the version of Almanac that this database belongs to.',
  );
}

async function apply(client: pg.PoolClient, file: MigrationFile): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(file.text);
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [file.name, file.checksum]);
    await client.query('COMMIT');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationProblem(
      `Migration ${file.name} failed and nothing of it was kept: ${reason}. ` +
        'Correct what it complains about and start again.',
      { cause },
    );
  }
}
