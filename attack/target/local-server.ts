import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { replyRecordFile } from '../../scripts/recorded-replies.ts';
import { descriptorsOf, listenerOn, memoryOf, processesOf, processorTimeOf, workersOf } from './processes.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'bin', 'almanac.js');
const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 45_000;
const LINES_KEPT = 400;

/** A server that this run started: it can be looked at from inside, and started again when it died. */
export interface LocalServer {
  readonly url: string;
  readonly folder: string;
  readonly adminKey: string;
  readonly adminPassword: string;
  /** The process that answers; undefined while there is none. */
  pid(): number | undefined;
  /** Open descriptors of the answering process that point to files of the data folder. */
  descriptors(): number;
  /** Resident memory of the answering process and of the workers, in MB. */
  memory(): { readonly server: number; readonly workers: number };
  processorMs(): number;
  /** Files below the data folder, without those of PostgreSQL. */
  files(): string[];
  /** Ends whatever is left and starts it again in the same folder. */
  restart(): Promise<void>;
  /** Runs `almanac users ...` against the same folder. */
  users(args: readonly string[]): Promise<Record<string, string>>;
  /** The last lines it logged. */
  log(): string;
  /** What it logged about one request. */
  logLineWith(requestId: string): string | undefined;
  /** Sends SIGTERM; answers after how many ms it ended, undefined when it has not within the time. */
  terminate(withinMs: number): Promise<number | undefined>;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** Starts a server in a temporary folder as a user would, with these settings on top. */
export async function startLocalServer(settings: Readonly<Record<string, string>>): Promise<LocalServer> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-attack-'));
  const port = await freePort();
  const adminKey = `attack-${randomBytes(16).toString('hex')}`;
  const adminPassword = randomBytes(16).toString('hex');
  const env = {
    ...(process.env as Record<string, string>),
    ALMANAC_DATA_DIR: folder,
    ALMANAC_PORT: String(port),
    ALMANAC_WORKERS: '1',
    ALMANAC_LOG_LEVEL: 'error',
    ALMANAC_ADMIN_USERNAME: 'admin',
    ALMANAC_ADMIN_PASSWORD: adminPassword,
    ALMANAC_ADMIN_API_KEY: adminKey,
    ALMANAC_REPLY_RECORD: replyRecordFile('attack'),
    ...settings,
  };
  const url = `http://127.0.0.1:${port}`;
  const said: string[] = [];
  let child: ChildProcess | undefined;

  async function begin(): Promise<void> {
    const started = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk) => {
        said.push(String(chunk));
        said.splice(0, said.length - LINES_KEPT);
      });
    await untilReady(url, started, said);
  }

  async function terminate(withinMs: number): Promise<number | undefined> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return 0;
    const began = performance.now();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const late = (await Promise.race([ended, pause(withinMs, 'late', { ref: false })])) === 'late';
    if (late) child.kill('SIGKILL');
    await ended;
    return late ? undefined : performance.now() - began;
  }

  async function end(): Promise<void> {
    await terminate(STOP_WITHIN_MS);
    // What a process left behind that died: its workers and its PostgreSQL watch it and end by themselves.
    for (const pid of processesOf(folder)) signal(pid, 'SIGKILL');
  }

  const pid = () => listenerOn(port, processesOf(folder));
  const server: LocalServer = {
    url,
    folder,
    adminKey,
    adminPassword,
    pid,
    descriptors: () => descriptorsOf(pid() ?? 0).filter((target) => target.startsWith(folder)).length,
    memory: () => ({
      server: memoryOf(pid() ?? 0),
      workers: workersOf(folder).reduce((sum, worker) => sum + memoryOf(worker), 0),
    }),
    processorMs: () => processorTimeOf(pid() ?? 0),
    files: () =>
      (readdirSync(folder, { recursive: true, withFileTypes: true }) ?? [])
        .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(folder, 'postgres')))
        .map((entry) => join(entry.parentPath, entry.name)),
    async restart() {
      await end();
      await begin();
    },
    async users(args) {
      const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, 'users', ...args, '--json'], { env });
      return JSON.parse(stdout.slice(stdout.indexOf('{')));
    },
    logLineWith: (requestId) =>
      said
        .join('')
        .split('\n')
        .find((line) => line.includes(requestId)),
    log: () => said.join('').slice(-6000),
    terminate,
    async stop() {
      await end();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  try {
    await begin();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended in the meantime.
  }
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
