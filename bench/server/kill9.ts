/**
 * kill -9 during a loop of acknowledged writes, twenty times: what was acknowledged must be there after the restart.
 * In even rounds only the server is killed, in odd ones every process of PostgreSQL too.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { record } from '../record.ts';
import { serverProgram } from '../server-program.ts';
import { median } from './measure.ts';

const ROUNDS = 20;
const WRITERS = 4;
const WRITING_MS = 1500;
const KEY = 'bench-key-0123456789abcdef0123456789abcdef';
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };

const program = serverProgram();
const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
const port = await freePort();
const keys = `http://127.0.0.1:${port}/api/v2/account/apiKeys/`;
const acknowledged = new Set<string>();
const restarts: number[] = [];
const lost = new Set<string>();
let server = await startServer();

try {
  for (let round = 1; round <= ROUNDS; round++) {
    const writers = Array.from({ length: WRITERS }, (_, i) => write(`${round}.${i}`));
    await pause(WRITING_MS);
    await kill(server.child);
    if (round % 2 === 1) killPostgres();
    await Promise.all(writers);
    server = await startServer();
    restarts.push(server.seconds);
    const kept = await storedIds();
    for (const id of acknowledged) if (!kept.has(id)) lost.add(id);
    console.log(
      `round ${round}: ${acknowledged.size} acknowledged, ${lost.size} lost, ready in ${server.seconds.toFixed(2)} s`,
    );
  }
  await stop(server.child);
  const clean = [];
  for (let i = 0; i < 3; i++) {
    server = await startServer();
    clean.push(server.seconds);
    await stop(server.child);
  }
  record('kill9', {
    rounds: ROUNDS,
    acknowledgedWrites: acknowledged.size,
    lost: lost.size,
    'restart median, s': round2(median(restarts)),
    'restart worst, s': round2(Math.max(...restarts)),
    'start to ready after the first time, median s': round2(median(clean)),
  });
  if (lost.size > 0 || Math.max(...restarts) > 10) process.exitCode = 1;
} finally {
  await kill(server.child);
  killPostgres();
  await rm(folder, { recursive: true, force: true });
}

async function startServer(): Promise<{ child: ChildProcess; seconds: number }> {
  const env = {
    ...process.env,
    ALMANAC_DATA_DIR: folder,
    ALMANAC_PORT: String(port),
    ALMANAC_WORKERS: '1',
    ALMANAC_LOG_LEVEL: 'error',
    ALMANAC_ADMIN_USERNAME: 'bench',
    ALMANAC_ADMIN_PASSWORD: 'bench password long',
    ALMANAC_ADMIN_API_KEY: KEY,
  };
  const from = performance.now();
  const child = spawn(process.execPath, [program, 'serve'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return { child, seconds: (performance.now() - from) / 1000 };
    await pause(10);
  }
}

/** Writes until the server is gone; an answer of 201 is the acknowledgement. */
async function write(name: string): Promise<void> {
  for (let i = 0; ; i++) {
    try {
      const answer = await fetch(keys, { method: 'POST', headers, body: JSON.stringify({ name: `${name}.${i}` }) });
      if (answer.status !== 201) throw new Error(`A write was refused with ${answer.status}: ${await answer.text()}`);
      acknowledged.add(((await answer.json()) as { id: string }).id);
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

async function storedIds(): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let next: string | null = `${keys}?limit=100`; next; ) {
    const page = (await (await fetch(next, { headers })).json()) as { data: { id: string }[]; next: string | null };
    for (const { id } of page.data) ids.add(id);
    next = page.next;
  }
  return ids;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Every process that stands in our own data folder: the postmaster and all its backends. */
function killPostgres(): void {
  const cluster = join(folder, 'postgres', 'cluster');
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (
        readFileSync(`/proc/${pid}/stat`, 'utf8').includes('(postgres)') &&
        readlinkSync(`/proc/${pid}/cwd`) === cluster
      )
        process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It ended between listing and killing.
    }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
