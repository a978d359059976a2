import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from './binaries.ts';
import { clusterMajor, createCluster, createFolder, DATABASE_USER, handOver, readPassword } from './cluster.ts';
import type { PostgresFolder } from './folder.ts';
import { chooseIdentity } from './identity.ts';
import { launch, postgresProgram } from './launch.ts';
import { prepareLibraries } from './libraries.ts';
import { PostgresProblem } from './postgres-problem.ts';
import { type Postmaster, readOrNull, readPostmaster, serves, stopPostmaster } from './postmaster.ts';
import { serverSettings, settingArguments } from './server-settings.ts';
import { chooseSocketFolder, SOCKET_PORT } from './socket-folder.ts';

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
export async function ensureRunning(folder: PostgresFolder): Promise<Running> {
  for (let attempt = 0; ; attempt++) {
    const found = readPostmaster(folder.cluster);
    if (found && (await answers(folder, found))) return { postmaster: found, launched: false };
    if (found) await clearAway(found, folder.cluster);
    try {
      return { postmaster: await startFresh(folder), launched: true };
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
  if (readOrNull(`/proc/${postmaster.pid}/stat`) !== null && !inUse(cluster))
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

function inUse(cluster: string): boolean {
  return readdirSync('/proc').some(
    (name) => /^\d+$/.test(name) && serves(Number(name), cluster) && hasCwd(name, cluster),
  );
}

function hasCwd(pid: string, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

async function startFresh(folder: PostgresFolder): Promise<Postmaster> {
  const major = clusterMajor(folder);
  const binaries = findBinaries(major);
  createFolder(folder);
  const identity = chooseIdentity(folder.cluster, [binaries.bin, dirname(folder.base)]);
  handOver(folder, identity);
  const env = environment(prepareLibraries(binaries, folder.libraries));
  if (major === null) await createCluster(folder, identity, binaries.major, { bin: binaries.bin, env });
  const socketFolder = await chooseSocketFolder(folder.base, identity);
  const args = ['-D', folder.cluster, '-p', String(SOCKET_PORT), ...settingArguments(serverSettings(socketFolder))];
  return launch(folder, identity, { file: postgresProgram(binaries.bin), args, env });
}

function environment(libraries: string | null): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}) };
}
