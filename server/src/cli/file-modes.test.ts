import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PROGRAM = join(ROOT, 'server', 'dist', 'cli.js');
const parent = mkdtempSync(join(tmpdir(), 'almanac-file-modes-'));
const folder = join(parent, 'data');
const backup = join(parent, 'backup.tar.gz');
const KEY = 'key-of-the-first-administrator';
const env = {
  PATH: process.env.PATH ?? '',
  ALMANAC_DATA_DIR: folder,
  ALMANAC_PORT: '0',
  ALMANAC_WORKERS: '1',
  ALMANAC_LOG_LEVEL: 'warn',
  ALMANAC_ADMIN_USERNAME: 'ada',
  ALMANAC_ADMIN_PASSWORD: 'nine tall lighthouses',
  ALMANAC_ADMIN_API_KEY: KEY,
};
const almanac = (...args: string[]) =>
  promisify(execFile)(process.execPath, [PROGRAM, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );

let server: ChildProcess;
let url = '';

/** As users start it, with the usual umask of a shell. */
async function startServer(): Promise<void> {
  const line = ['-c', 'umask 022; exec "$@"', 'sh', process.execPath, PROGRAM, 'serve'];
  server = spawn('/bin/sh', line, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
    url ||= /API\s+(http:\/\/\S+?)\/api/.exec(line)?.[1] ?? '';
    if (line.includes('Stop with Ctrl-C')) return;
  }
  throw new Error('The server ended before it was ready');
}

const api = (path: string, init: RequestInit = {}) =>
  fetch(`${url}/api/v2/${path}`, { ...init, headers: { authorization: `Bearer ${KEY}` } });

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts', 'build.js'), 'engine', 'server']);
  chmodSync(parent, 0o755);
  // What a release before this one would have left behind.
  mkdirSync(join(folder, 'blobs', 'old'), { recursive: true });
  writeFileSync(join(folder, 'blobs', 'old', 'rows.csv'), 'secret');
  for (const path of [folder, join(folder, 'blobs'), join(folder, 'blobs', 'old')]) chmodSync(path, 0o755);
  chmodSync(join(folder, 'blobs', 'old', 'rows.csv'), 0o644);
  await startServer();
  const form = new FormData();
  form.set('file', new Blob(['a,b\n1,2\n3,4\n']), 'rows.csv');
  const begun = await api('datasets/fromFile/', { method: 'POST', body: form });
  const { statusId } = (await begun.json()) as { statusId: string };
  await vi.waitFor(
    async () => expect((await api(`status/${statusId}/`, { redirect: 'manual' })).status).toBe(303),
    60_000,
  );
  expect((await almanac('backup', backup)).code).toBe(0);
}, 180_000);
afterAll(async () => {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  rmSync(parent, { recursive: true, force: true });
});

function* everything(path: string): Iterable<string> {
  yield path;
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const name of readdirSync(path)) yield* everything(join(path, name));
}

const openPaths = () =>
  [...everything(folder)].filter((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return path !== folder && found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0;
  });

test('everything in the data folder is closed to others while the server runs, old files and the backup too', async () => {
  await vi.waitFor(() => expect(openPaths()).toEqual([]), 30_000);
  expect([...everything(folder)].length).toBeGreaterThan(500);
  expect(statSync(folder).mode & 0o067).toBe(0);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
});

if (process.geteuid?.() === 0)
  test.each([
    ['nobody', 65_534],
    ['a user without a name', 12_345],
  ])('%s can read nothing of it', async (_, uid) => {
    const paths = [...everything(folder), backup];
    const { uid: databaseUser } = statSync(join(folder, 'postgres', 'cluster'));
    // Without a user postgres it is nobody who runs the database, and has to read it.
    const others = uid === databaseUser ? paths.filter((path) => !path.includes('/postgres')) : paths;
    const reader = spawn('/bin/sh', ['-c', 'while read -r p; do (exec 3<"$p") 2>/dev/null && echo "$p"; done; true'], {
      uid,
      gid: uid,
      cwd: '/',
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    reader.stdin.end(`${others.join('\n')}\n/etc/passwd\n`);
    const read: string[] = [];
    for await (const line of createInterface({ input: reader.stdout })) read.push(line);
    expect(read).toEqual(['/etc/passwd']);
  });

test('the doctor finds what is open, and says how to close it', async () => {
  const closed = await almanac('doctor', '--json');
  const found = (stdout: string) =>
    (JSON.parse(stdout) as { check: string; ok: boolean; found: string; next?: string }[]).find(
      ({ check }) => check === 'File modes',
    );
  expect(found(closed.stdout)).toMatchObject({ ok: true });
  const file = join(folder, 'blobs', 'old', 'rows.csv');
  chmodSync(file, 0o640);
  const open = await almanac('doctor', '--json');
  expect(found(open.stdout)).toMatchObject({ ok: false, found: expect.stringContaining(file) });
  expect(found(open.stdout)?.next).toContain('chmod -R go-rwx');
  chmodSync(file, 0o600);
});
