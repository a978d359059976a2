import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { Config } from '#config';
import { openDatabase } from '#platform/db/database.ts';
import { findBinaries, versionOf } from '#platform/postgres/binaries.ts';
import { postgresFolder } from '#platform/postgres/folder.ts';
import { MIGRATIONS } from '../../open-platform.ts';
import { explain } from '../explain.ts';
import { withDatabaseUrl } from '../with-platform.ts';
import { type Check, type Finding, fine, wrong } from './check.ts';

const LEAST_VERSION = 140_000;

export const postgres: Check = {
  name: 'PostgreSQL',
  async run(config) {
    if (config.databaseUrl !== null) return connection(config);
    try {
      const binaries = findBinaries(null);
      const found = `${versionOf(binaries, process.env)} at ${binaries.bin}`;
      return existsSync(postgresFolder(config.dataDir).cluster) ? connection(config) : fine(found);
    } catch (error) {
      return failed(error);
    }
  },
};

export const migrations: Check = {
  name: 'Database',
  async run(config) {
    if (config.databaseUrl === null && !existsSync(postgresFolder(config.dataDir).cluster))
      return fine('not created yet; the first start creates it');
    try {
      return await withDatabaseUrl(config, compareMigrations);
    } catch (error) {
      return failed(error);
    }
  },
};

function connection(config: Config): Promise<Finding> {
  return withDatabaseUrl(config, async (url) => {
    const db = openDatabase(url, { max: 1, applicationName: 'almanac doctor' });
    try {
      const { rows } = await db.pool.query<{ number: number; version: string }>(
        `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
      );
      const { number = 0, version = 'unknown' } = rows[0] ?? {};
      if (number < LEAST_VERSION) return wrong(`version ${version}`, 'Upgrade it to PostgreSQL 14 or newer.');
      return fine(`version ${version} answers`);
    } finally {
      await db.close();
    }
  }).catch(failed);
}

async function compareMigrations(url: string): Promise<Finding> {
  const known = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  const db = openDatabase(url, { max: 1, applicationName: 'almanac doctor' });
  try {
    const { rows } = await db.pool
      .query<{ name: string }>(`select name from migrations order by name`)
      .catch((error: { code?: string }) => {
        if (error.code === '42P01') return { rows: [] };
        throw error;
      });
    const applied = rows.map((row) => row.name);
    const newer = applied.filter((name) => !known.includes(name));
    if (newer.length > 0)
      return wrong(
        `written by a newer Almanac (${newer.join(', ')})`,
        'Start that version, or restore an older backup.',
      );
    const pending = known.filter((name) => !applied.includes(name));
    const last = applied.at(-1) ?? 'empty';
    return fine(pending.length === 0 ? `${last}, up to date` : `${last}; the next start applies ${pending.join(', ')}`);
  } finally {
    await db.close();
  }
}

function failed(error: unknown): Finding {
  const { message, exitCode } = explain(error);
  return {
    ...wrong(message.replace(', then run: almanac doctor', '.'), 'Correct that, then run almanac doctor again.'),
    exitCode,
  };
}
