import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const LAUNCHER = join(ROOT, 'bin', 'almanac.js');

beforeAll(() => promisify(execFile)(process.execPath, [join(ROOT, 'scripts', 'build.js')]), 240_000);

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-launch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly output: () => string;
}

/** The Node that npm runs under, which is the one people have: it may be older than the one the tests run under. */
const NODE = process.env.npm_node_execpath ?? process.execPath;

/** The launcher as a user starts it. */
async function serve(folder: string, through: string[] = [], more: Record<string, string> = {}): Promise<Started> {
  const env = { PATH: process.env.PATH ?? '', ALMANAC_LOG_LEVEL: 'warn', ALMANAC_WORKERS: '1', ...more };
  const args = [...through, LAUNCHER, 'serve', '--data-dir', folder, '--port', '0'];
  const child = spawn(NODE, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill()) await once(child, 'exit');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const url = await vi.waitFor(() => /API +(http:\S+)\/api\/v2\//.exec(output)?.[1] ?? expect.fail(output), {
    timeout: 60_000,
    interval: 20,
  });
  return { child, url, output: () => output };
}

const postmaster = (folder: string): number =>
  Number(readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);

const isGone = (pid: number): boolean => {
  try {
    return /\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
};

/** Whatever still works for the folder: workers carry its name in their environment. */
const workersOf = (folder: string): string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return words.includes('dist/cli.js') && readFileSync(`/proc/${name}/environ`, 'utf8').includes(folder);
    } catch {
      return false;
    }
  });

/** What no run should show unless it was planted. */
const UNEXPECTED = /nobody (handled|caught)|ended unexpectedly|background failed/;

test('serves, and one Ctrl-C, delivered by several, stops everything once', { timeout: 120_000 }, async () => {
  const folder = aFolder();
  const { child, url, output } = await serve(folder);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const pid = postmaster(folder);
  const ended = once(child, 'exit');
  for (const _deliverer of ['terminal', 'npm', 'launcher']) child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(output().match(/^Stopping \.\.\./gm)).toHaveLength(1);
  expect(output()).toContain('Stopped.');
  expect(output()).not.toMatch(UNEXPECTED);
  expect(isGone(pid)).toBe(true);
  expect(workersOf(folder)).toEqual([]);
});

test('the next start goes on after the launcher was killed outright', { timeout: 120_000 }, async () => {
  const folder = aFolder();
  const first = await serve(folder);
  const ended = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await ended;
  await vi.waitFor(() => expect(workersOf(folder)).toEqual([]), { timeout: 30_000, interval: 50 });
  const second = await serve(folder);
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
});

test('ends when the npm that started it is killed, and frees the folder', { timeout: 120_000 }, async () => {
  const folder = aFolder();
  // What npm does: a shell between itself and the launcher, which passes nothing on.
  const npm = `process.env.npm_lifecycle_event = 'start'; process.title = 'npm';
    require('node:child_process').spawn('sh', ['-c', '"$0" "$@"; true', ...process.argv.slice(1)], { stdio: 'inherit' })`;
  const first = await serve(folder, ['-e', npm, NODE]);
  const pid = postmaster(folder);
  first.child.kill('SIGKILL');
  await vi.waitFor(() => expect(isGone(pid)).toBe(true), { timeout: 30_000, interval: 50 });
  await expect(fetch(first.url)).rejects.toThrow();
});

/** The server process: the workers' parent. */
async function serverOf(folder: string): Promise<number> {
  const [worker] = await vi.waitFor(() => {
    const found = workersOf(folder);
    return found.length > 0 ? found : expect.fail('no worker yet');
  }, WAIT);
  return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${worker}/status`, 'utf8'))?.[1]);
}

const WAIT = { timeout: 60_000, interval: 50 };

async function figure(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
}

/** Waits until a process that replaced `times` others answers. */
const replaceLauncher = (url: string, times: number) =>
  vi.waitFor(async () => expect(await figure(url, 'almanac_server_restarts_total')).toBe(times), WAIT);

/** In every process, by signal: a promise that nobody handles, an exception that nobody catches. */
const PLANTED = `--import data:text/javascript,${encodeURIComponent(
  `process.on('SIGUSR2', () => { Promise.reject(new Error('planted rejection')); });
   process.on('SIGWINCH', () => { throw new Error('planted exception'); });`,
)}`;

test('a rejection is survived; a process that ends is replaced, and all stop in order', {
  timeout: 240_000,
}, async () => {
  const folder = aFolder();
  const { child, url, output } = await serve(folder, [], { NODE_OPTIONS: PLANTED });
  const postgres = postmaster(folder);
  const first = await serverOf(folder);

  process.kill(first, 'SIGUSR2');
  const rejections = 'almanac_unhandled_errors_total{role="serve",kind="rejection"}';
  await vi.waitFor(async () => expect(await figure(url, rejections)).toBe(1), WAIT);
  expect(output()).toContain('planted rejection');
  process.kill(Number(workersOf(folder)[0]), 'SIGUSR2');
  const ofWorkers = 'almanac_unhandled_errors_total{role="work",kind="rejection"}';
  await vi.waitFor(async () => expect(await figure(url, ofWorkers)).toBe(1), WAIT);
  expect(await serverOf(folder)).toBe(first);

  process.kill(first, 'SIGWINCH');
  await replaceLauncher(url, 1);
  expect(output()).toContain('planted exception');
  expect(output()).toContain('ended unexpectedly; it is started again');
  expect(isGone(first)).toBe(true);

  process.kill(await serverOf(folder), 'SIGKILL');
  await replaceLauncher(url, 2);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(postmaster(folder)).toBe(postgres);

  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(output().match(/^Stopping \.\.\./gm)).toHaveLength(1);
  expect(isGone(postgres)).toBe(true);
  expect(workersOf(folder)).toEqual([]);
});

test('a stop right after the server was killed leaves nothing running', { timeout: 120_000 }, async () => {
  const folder = aFolder();
  const { child } = await serve(folder);
  const postgres = postmaster(folder);
  const ended = once(child, 'exit');
  process.kill(await serverOf(folder), 'SIGKILL');
  child.kill('SIGTERM');
  await ended;
  expect(isGone(postgres)).toBe(true);
  await vi.waitFor(() => expect(workersOf(folder)).toEqual([]), WAIT);
});

test('a server whose settings are wrong is not started again', async () => {
  const args = [LAUNCHER, 'serve', '--data-dir', aFolder(), '--port', 'many'];
  const failed = await promisify(execFile)(NODE, args).catch((error) => error);
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('ALMANAC_PORT') });
  expect(failed.stdout).not.toContain('started again');
});

test('exit codes pass through', async () => {
  const failed = await promisify(execFile)(process.execPath, [LAUNCHER, 'sing']).catch((error) => error);
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no command "sing"') });
});
