import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface DemoServer {
  readonly url: string;
  readonly key: string;
  /** Says how to sign in. */
  farewell(): void;
  /** A server of our own stays until Ctrl-C, so that the addresses can be opened; without a terminal it ends at once. */
  untilStopped(): Promise<void>;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 120_000;

/** The server named by ALMANAC_DEMO_URL and ALMANAC_DEMO_API_KEY, or a fresh one with a data folder of its own. */
export async function findServer(tell: (line: string) => void): Promise<DemoServer> {
  const { ALMANAC_DEMO_URL: url, ALMANAC_DEMO_API_KEY: key } = process.env;
  if (url === undefined) return startServer(tell);
  if (key === undefined)
    throw new Error(`ALMANAC_DEMO_URL names a server; set ALMANAC_DEMO_API_KEY to an API key of it as well.`);
  const nothing = async () => undefined;
  return { url: url.replace(/\/$/, ''), key, farewell: () => undefined, untilStopped: nothing, stop: nothing };
}

async function startServer(tell: (line: string) => void): Promise<DemoServer> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-demo-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [password, key] = [randomBytes(9).toString('base64url'), randomBytes(24).toString('base64url')];
  tell(`Starting a server of its own at ${url}, data in ${folder}`);
  const program = join(import.meta.dirname, '..', 'bin', 'almanac.js');
  const child = spawn(process.execPath, [program, 'serve'], {
    // A group of its own: Ctrl-C in the terminal reaches the demonstration, which then stops the server in peace.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      ALMANAC_PORT: String(port),
      ALMANAC_DATA_DIR: folder,
      ALMANAC_ADMIN_USERNAME: 'demo@almanac.local',
      ALMANAC_ADMIN_PASSWORD: password,
      ALMANAC_ADMIN_API_KEY: key,
      // As if upgraded from before 6.0, so that an old route can be shown.
      ALMANAC_RELEASE: '6.1',
      ALMANAC_UPGRADED: 'true',
    },
  });
  let lastWords = '';
  child.stderr?.on('data', (said: Buffer) => {
    lastWords = (lastWords + said.toString()).slice(-4000);
  });
  let ended: Promise<void> | undefined;
  const stop = () => {
    ended ??= end(child).then(() => rm(folder, { recursive: true, force: true }));
    return ended;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().then(() => process.exit()));
  await ready(url, child, () => lastWords);
  return {
    url,
    key,
    farewell: () => console.log(`\n  Sign in as demo@almanac.local with the password ${password}. API key: ${key}`),
    async untilStopped() {
      if (!process.stdout.isTTY) return;
      console.log('  The server stays until you press Ctrl-C; its data go with it.');
      await new Promise<void>((done) => child.once('exit', () => done()));
    },
    stop,
  };
}

async function ready(url: string, child: ChildProcess, lastWords: () => string): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}: ${lastWords()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`The server was not ready within ${READY_WITHIN_MS / 1000} s: ${lastWords()}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGTERM');
  await gone;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
