import { readFileSync, readlinkSync } from 'node:fs';
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

/** Whether that process is a PostgreSQL on this very folder: after a reboot the number may belong to anybody. */
export function serves(pid: number, cluster: string): boolean {
  const state = readOrNull(`/proc/${pid}/stat`);
  if (!state || /\) [ZX]/.test(state)) return false;
  if (!state.includes('(postgres)')) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return true;
  }
}

/** Fast shutdown: open transactions are rolled back, everything acknowledged is on disk. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!send(pid, signal, cluster)) return;
    const giveUp = Date.now() + PATIENCE_MS;
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
