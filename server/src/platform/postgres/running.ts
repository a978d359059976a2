import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DATABASE_USER, readPassword } from './cluster.ts';
import type { PostgresFolder } from './data-root.ts';
import { launch } from './launch.ts';
import { prepare } from './plan.ts';
import { PostgresProblem } from './postgres-problem.ts';
import { type Postmaster, readOrNull, readPostmaster, servedByAny, serves, stopPostmaster } from './postmaster.ts';

export interface Running {
  readonly postmaster: Postmaster;
  /** False when it was found running: started by another process, or left behind by one that was killed. */
  readonly launched: boolean;
}

const ATTEMPTS = 100;
const POLL_MS = 100;

/** The address of a database in the running PostgreSQL. `host` as a parameter keeps it a valid URL for everybody. */
export function urlOf(folder: PostgresFolder, postmaster: Postmaster, database: string): string {
  const password = encodeURIComponent(readPassword(folder));
  const host = encodeURIComponent(postmaster.socketFolder);
  return `postgresql://${DATABASE_USER}:${password}@localhost:${postmaster.port}/${database}?host=${host}`;
}

/** Finds the PostgreSQL that already serves the folder, or starts one. */
export async function ensureRunning(folder: PostgresFolder, socketFolder: string | null): Promise<Running> {
  for (let attempt = 0; ; attempt++) {
    const found = readPostmaster(folder.cluster);
    if (found && (await answers(folder, found))) return { postmaster: found, launched: false };
    if (found) await clearAway(found, folder.cluster);
    try {
      return { postmaster: await launch(folder, await prepare(folder, socketFolder)), launched: true };
    } catch (error) {
      if (attempt >= ATTEMPTS || !isPassing(error)) throw error;
      await pause(POLL_MS);
    }
  }
}

/** Another start won the race, or the last processes of a killed PostgreSQL are still leaving. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof PostgresProblem &&
    /lock file "[^"]*" already exists|shared memory block .* still in use/.test(error.message)
  );
}

async function answers(folder: PostgresFolder, postmaster: Postmaster): Promise<boolean> {
  for (;;) {
    const client = new pg.Client({ connectionString: urlOf(folder, postmaster, 'postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (code === '28P01')
        throw new PostgresProblem(
          `The running PostgreSQL does not accept the password in ${folder.password}. Put the file back from a backup.`,
        );
      // 57P03: it is starting up, recovering, or shutting down. Wait while it lives.
      if (code !== '57P03' || !serves(postmaster.pid, folder.cluster)) return false;
      await pause(POLL_MS);
    }
  }
}

async function clearAway(postmaster: Postmaster, cluster: string): Promise<void> {
  if (serves(postmaster.pid, cluster)) return stopPostmaster(postmaster.pid, cluster);
  // PostgreSQL itself takes the number for a living postmaster when it now belongs to another process of the same user.
  const reused = readOrNull(`/proc/${postmaster.pid}/stat`) !== null;
  if (reused && !servedByAny(cluster)) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}
