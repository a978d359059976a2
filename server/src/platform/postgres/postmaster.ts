import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PostgresProblem } from './postgres-problem.ts';

/** What a running PostgreSQL writes about itself into its data folder (postmaster.pid). */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
  readonly ready: boolean;
}

const PATIENCE_MS = 20_000;
const POLL_MS = 15;

export function readPostmaster(cluster: string): Postmaster | null {
  const lines = readOrNull(join(cluster, 'postmaster.pid'))?.split('\n');
  const pid = Number(lines?.[0]);
  if (!lines || !Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

/**
 * Whether that process is a PostgreSQL on this very folder: after a reboot the number may belong to anybody.
 * Two signs, because in a container root may not see where another user's process stands, and because the folder may
 * be spelled differently today (a symlink).
 */
export function serves(pid: number, cluster: string): boolean {
  if (!isPostgres(pid)) return false;
  const named = readOrNull(`/proc/${pid}/cmdline`)?.split('\0').includes(cluster);
  return named === true || standsIn(pid) === realOrNull(cluster);
}

/** Whether any process, be it a backend whose postmaster was killed, may still be writing there. */
export function servedByAny(cluster: string): boolean {
  const place = realOrNull(cluster);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isPostgres(Number(name)))
    .some((name) => [place, null].includes(standsIn(Number(name))));
}

function isPostgres(pid: number): boolean {
  const state = readOrNull(`/proc/${pid}/stat`);
  return state?.includes('(postgres) ') === true && !/\) [ZX]/.test(state);
}

const standsIn = (pid: number): string | null => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
};

const realOrNull = (path: string): string | null => (existsSync(path) ? realpathSync(path) : null);

/** Each signal has so long. Fast shutdown: open transactions are rolled back, everything acknowledged is on disk. */
export async function stopPostmaster(pid: number, cluster: string, patienceMs = PATIENCE_MS): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!send(pid, signal, cluster)) return;
    const giveUp = Date.now() + patienceMs;
    while (Date.now() < giveUp) {
      if (!serves(pid, cluster)) return;
      await pause(POLL_MS);
    }
  }
  throw new PostgresProblem(
    `PostgreSQL (pid ${pid}) did not stop. Look at it with: ps -p ${pid}, then end it by hand.`,
  );
}

function send(pid: number, signal: NodeJS.Signals, cluster: string): boolean {
  if (!serves(pid, cluster)) return false;
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw new PostgresProblem(
      `PostgreSQL (pid ${pid}) belongs to another user and cannot be stopped. Run Almanac as the user who started it.`,
    );
  }
}

export function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
