import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Config } from '#config';
import { openToOthers } from '#platform/data-folder/private-modes.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { findBinaries, versionOf } from '#platform/postgres/binaries.ts';
import { makeRoot, postgresFolder } from '#platform/postgres/data-root.ts';
import { MIGRATIONS } from '../../open-platform.ts';
import { explain } from '../explain.ts';
import { withDatabaseUrl } from '../with-platform.ts';

/** What a check found; `next` says what to do when it is wrong. */
export interface Finding {
  readonly ok: boolean;
  readonly found: string;
  readonly next?: string;
  /** What the command ends with when this is wrong; 1 unless something could not be reached. */
  readonly exitCode?: number;
}

export interface Check {
  readonly name: string;
  run(config: Config): Promise<Finding>;
}

const fine = (found: string): Finding => ({ ok: true, found });
const wrong = (found: string, next: string): Finding => ({ ok: false, found, next });

const LEAST_FREE_BYTES = 2 * 1024 ** 3;
/** Packages with compiled parts: npm may report success without having installed the part for this machine. */
const NATIVE = ['@node-rs/argon2', '@duckdb/node-api'];

export const nodeVersion: Check = {
  name: 'Node',
  run: async () => {
    const version = process.versions.node;
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major < 20 || (major === 20 && minor < 20)) return wrong(version, 'Install Node 20.20 or newer.');
    return fine(`${version} at ${process.execPath}`);
  },
};

export const nativeModules: Check = {
  name: 'Native modules',
  async run() {
    const failed: string[] = [];
    for (const name of NATIVE) await import(name).catch(() => failed.push(name));
    if (failed.length === 0) return fine(NATIVE.join(', '));
    return wrong(
      `${failed.join(', ')} cannot be loaded on ${process.platform}-${process.arch}`,
      'Run npm ci again on this machine, without --omit=optional.',
    );
  },
};

export const dataFolder: Check = {
  name: 'Data folder',
  async run({ dataDir }) {
    const probe = join(dataDir, `.doctor-${randomBytes(4).toString('hex')}`);
    try {
      makeRoot(dataDir);
      await writeFile(probe, 'x');
      await rm(probe);
      return fine(`${dataDir} can be written`);
    } catch (error) {
      const reason = (error as Error).message;
      return wrong(
        reason,
        'Choose another folder with --data-dir FOLDER or ALMANAC_DATA_DIR, or correct its permissions.',
      );
    }
  },
};

/** Only PostgreSQL's group may pass through the folder itself, and only when it runs as another user. */
const MOST_OF_THE_ROOT = 0o710;

export const fileModes: Check = {
  name: 'File modes',
  async run({ dataDir }) {
    const root = (await stat(dataDir)).mode & 0o777;
    const open = (root & ~MOST_OF_THE_ROOT) === 0 ? [] : [dataDir];
    let inside = 0;
    for await (const { path } of openToOthers(dataDir)) {
      inside += 1;
      if (open.length < 3) open.push(path);
    }
    if (open.length === 0) return fine(`${dataDir} is closed to other users of this machine`);
    const more = inside > open.length ? ` and ${inside - open.length} more` : '';
    return wrong(
      `Other users of this machine may open ${open.join(', ')}${more}`,
      `Close them: chmod -R go-rwx ${dataDir} (as their owner), then start Almanac once.`,
    );
  },
};

export const diskSpace: Check = {
  name: 'Disk space',
  async run({ dataDir }) {
    const { bavail, bsize } = await statfs(dataDir);
    const found = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB free in ${dataDir}`;
    return bavail * bsize >= LEAST_FREE_BYTES
      ? fine(found)
      : wrong(found, 'Free at least 2 GiB, or move the data folder.');
  },
};

export const portFree: Check = {
  name: 'Port',
  async run({ host, port }) {
    const reason = await listenProblem(host, port);
    if (reason === null) return fine(`${host}:${port} is free`);
    if (reason === 'EADDRINUSE' && (await isAlmanac(host, port))) return fine(`${host}:${port} is served by Almanac`);
    if (reason === 'EADDRINUSE')
      return wrong(
        `${host}:${port} is taken by another program`,
        'Stop it, or choose another port with --port NUMBER.',
      );
    return wrong(
      `${host}:${port} cannot be listened on (${reason})`,
      'Choose another with --host ADDRESS and --port NUMBER.',
    );
  },
};

function listenProblem(host: string, port: number): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

async function isAlmanac(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  try {
    const answer = await fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(3000) });
    return answer.ok;
  } catch {
    return false;
  }
}

const LEAST_VERSION = 140_000;

export const postgres: Check = {
  name: 'PostgreSQL',
  async run(config) {
    if (config.databaseUrl !== null) return askDatabase(config, compareVersion);
    try {
      const binaries = findBinaries(null);
      const found = `${versionOf(binaries, process.env)} at ${binaries.bin}`;
      const isCreated = existsSync(postgresFolder(config.dataDir).cluster);
      return isCreated ? askDatabase(config, compareVersion) : fine(found);
    } catch (error) {
      return toFinding(error);
    }
  },
};

export const migrations: Check = {
  name: 'Database',
  async run(config) {
    if (config.databaseUrl === null && !existsSync(postgresFolder(config.dataDir).cluster))
      return fine('not created yet; the first start creates it');
    return askDatabase(config, compareMigrations);
  },
};

/** Asks the database; what goes wrong is a finding too. */
const askDatabase = (config: Config, ask: (db: Database) => Promise<Finding>): Promise<Finding> =>
  withDatabaseUrl(config, async (url) => {
    const db = openDatabase(url, { max: 1, applicationName: 'almanac doctor' });
    try {
      return await ask(db);
    } finally {
      await db.close();
    }
  }).catch(toFinding);

async function compareVersion({ pool }: Database): Promise<Finding> {
  const { rows } = await pool.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  );
  const { number = 0, version = 'unknown' } = rows[0] ?? {};
  if (number < LEAST_VERSION) return wrong(`version ${version}`, 'Upgrade it to PostgreSQL 14 or newer.');
  return fine(`version ${version} answers`);
}

async function compareMigrations({ pool }: Database): Promise<Finding> {
  const known = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  const { rows } = await pool
    .query<{ name: string }>(`select name from migrations order by name`)
    .catch((error: { code?: string }) => {
      if (error.code === '42P01') return { rows: [] };
      throw error;
    });
  const applied = rows.map((row) => row.name);
  const newer = applied.filter((name) => !known.includes(name));
  if (newer.length > 0)
    return wrong(`written by a newer Almanac (${newer.join(', ')})`, 'Start that version, or restore an older backup.');
  const pending = known.filter((name) => !applied.includes(name));
  const last = applied.at(-1) ?? 'empty';
  return fine(pending.length === 0 ? `${last}, up to date` : `${last}; the next start applies ${pending.join(', ')}`);
}

function toFinding(error: unknown): Finding {
  const { message, exitCode } = explain(error);
  return {
    ...wrong(message.replace(', then run: almanac doctor', '.'), 'Correct that, then run almanac doctor again.'),
    exitCode,
  };
}
