import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { afterFile } from '../../../test/after-file.ts';
import { postgresFolder } from './data-root.ts';
import { start } from './postgres.ts';
import { readPostmaster, stopPostmaster } from './postmaster.ts';

export const quiet = { info: () => undefined, error: () => undefined };
export const isRoot = process.geteuid?.() === 0;

/** A data folder that is gone after the test, together with whatever PostgreSQL still serves it. */
export async function aDataFolder(name = 'data'): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'almanac-pg-'));
  await chmod(parent, 0o755);
  const folder = join(parent, name);
  onTestFinished(async () => {
    const { cluster } = postgresFolder(folder);
    const left = readPostmaster(cluster);
    if (left) await stopPostmaster(left.pid, cluster);
    await rm(parent, { recursive: true, force: true });
  });
  return folder;
}

/** Data folders that were used before: copies of one that was made and stopped once, which is much quicker. */
export function usedDataFolders(): (name?: string) => Promise<string> {
  let seed: Promise<string> | null = null;
  afterFile(async () => {
    if (seed) await rm(dirname(await seed), { recursive: true, force: true });
  });
  return async (name = 'data') => {
    seed ??= makeSeed();
    const folder = await aDataFolder(name);
    execFileSync('cp', ['-a', await seed, folder]);
    return folder;
  };
}

async function makeSeed(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'almanac-pg-'));
  await chmod(parent, 0o755);
  const folder = join(parent, 'data');
  await (await start(folder, quiet)).stop();
  return folder;
}

export interface Other {
  readonly child: ChildProcess;
  /** The address it printed, or its complaint. */
  readonly said: string;
}

/** Another process that starts PostgreSQL on the folder and holds it. `as`: words before the command, to be somebody else. */
export async function anotherProcess(folder: string, role: 'server' | 'command', as: string[] = []): Promise<Other> {
  const script = join(import.meta.dirname, '..', '..', '..', 'test', 'hold-postgres.ts');
  const [file = '', ...args] = [...as, process.execPath, '--import', 'tsx', script, folder, role];
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd: join(import.meta.dirname, '..') });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  });
  const [said] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, said: String(said) };
}

export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

export async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
