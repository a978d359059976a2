import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { replyRecordFile } from '../../scripts/recorded-replies.ts';
import { unhandledErrors } from '../../scripts/unhandled-errors.js';
import { refuseDefects } from './defects.ts';

export interface Installation {
  readonly url: string;
  readonly adminKey: string;
  readonly adminUsername: string;
  readonly adminPassword: string;
  readonly env: Readonly<Record<string, string>>;
  /** What its processes have printed so far. */
  printed(): string;
  /** Sends SIGTERM and answers how the process ended; its folder stays until `stop`. */
  terminate(): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  stop(): Promise<void>;
}

const PROGRAM = join(import.meta.dirname, '..', '..', 'bin', 'almanac.js');
const READY_WITHIN_MS = 120_000;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** A whole server of its own in a temporary folder, started as a user would start it. */
export async function startInstallation(
  settings: Readonly<Record<string, string>> = {},
  /** The test kills processes of it: their end is no defect. */
  { kills = false } = {},
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-conformance-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const adminKey = `conformance-${randomBytes(16).toString('hex')}`;
  const adminPassword = randomBytes(16).toString('hex');
  const own = {
    ALMANAC_DATA_DIR: folder,
    ALMANAC_PORT: new URL(url).port,
    ALMANAC_WORKERS: '1',
    ALMANAC_LOG_LEVEL: 'warn',
    ALMANAC_ADMIN_USERNAME: 'admin',
    ALMANAC_ADMIN_PASSWORD: adminPassword,
    ALMANAC_ADMIN_API_KEY: adminKey,
    ALMANAC_CHECK_REPLIES: 'true',
    ALMANAC_REPLY_RECORD: replyRecordFile(process.env.CONFORMANCE_SUITE === 'clients' ? 'clients' : 'blackBox'),
    ...settings,
  };
  const env = { ...(process.env as Record<string, string>), ...own };
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  child.stdout.on('data', (chunk) => said.push(String(chunk)));
  child.stderr.on('data', (chunk) => said.push(String(chunk)));
  let stopping = false;
  child.once('exit', (code, signal) => {
    if (stopping) return;
    const text = `The server ended by itself (${code ?? signal}):\n${said.join('').slice(-8000)}`;
    console.error(text);
    if (!kills) unhandledErrors.note(text);
  });
  const stop = async () => {
    const endedByItself = !stopping && (child.exitCode !== null || child.signalCode !== null);
    stopping = true;
    await end(child);
    await rm(folder, { recursive: true, force: true });
    refuseDefects(said.join(''), { kills });
    if (endedByItself && isReady && !kills) throw new Error('The server ended by itself; what it said is above.');
  };
  const terminate = async () => {
    stopping = true;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code, signal] = await ended;
    return { code, signal };
  };
  let isReady = false;
  try {
    await untilReady(url, child, said);
    isReady = true;
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    adminKey,
    adminUsername: 'admin',
    adminPassword,
    env: own,
    printed: () => said.join(''),
    terminate,
    stop,
  };
}

async function untilReady(url: string, child: ChildProcess, said: readonly string[]): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${said.join('')}`);
    const ready = await fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (ready) return;
    await pause(100);
  }
  throw new Error(`The server was not ready in time:\n${said.join('')}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}
