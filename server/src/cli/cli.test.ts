import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PROGRAM = join(ROOT, 'server', 'dist', 'cli.js');
const folder = mkdtempSync(join(tmpdir(), 'almanac-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const db = await testDatabase();
beforeAll(
  () => promisify(execFile)(process.execPath, [join(ROOT, 'scripts', 'build.js'), 'engine', 'server']),
  120_000,
);

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function almanac(args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Outcome> {
  const base = { PATH: process.env.PATH ?? '', ALMANAC_DATA_DIR: folder, ALMANAC_DATABASE_URL: db.url };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [PROGRAM, ...args], { env: { ...base, ...env } }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
    child.stdin?.end(input);
  });
}

test('says what it can do, and its version', async () => {
  const [overview, help, version] = await Promise.all([
    almanac([]),
    almanac(['users', '--help']),
    almanac(['--version']),
  ]);
  for (const name of ['serve', 'work', 'config', 'doctor', 'users', 'backup', 'restore'])
    expect(overview.out).toMatch(new RegExp(`^  ${name} `, 'm'));
  expect(help.out).toContain('--password-stdin');
  expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('wrong usage ends with 2 and names the help', async () => {
  const [command, flag, verb, role, setting] = await Promise.all([
    almanac(['sing']),
    almanac(['users', 'list', '--loud']),
    almanac(['users', 'sing']),
    almanac(['users', 'create', '--username', 'x', '--password', 'y', '--role', 'king']),
    almanac(['config', '--port', 'eighty']),
  ]);
  expect([command.code, flag.code, verb.code, role.code, setting.code]).toEqual([2, 2, 2, 2, 2]);
  expect(flag.err).toContain("Unknown option '--loud'. See: almanac users --help");
  expect(setting.err).toContain('ALMANAC_PORT must be a whole number from 0 to 65535, got "eighty".');
});

test('a database that does not answer ends with 3', async () => {
  const { code, err } = await almanac(['users', 'list'], { ALMANAC_DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' });
  expect(code).toBe(3);
  expect(err).toContain('The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.');
});

test('config shows values, sources and no secrets; flags win over the environment', async () => {
  const { out } = await almanac(['config', '--json', '--port', '1234'], {
    ALMANAC_PORT: '99',
    ALMANAC_SERVICE_KEY: 'hush',
  });
  const values: { name: string; value: string; source: string }[] = JSON.parse(out);
  const of = (name: string) => values.find((each) => each.name === name);
  expect(of('ALMANAC_PORT')).toMatchObject({ value: '1234', source: 'flag' });
  expect(of('ALMANAC_SERVICE_KEY')).toMatchObject({ value: '(hidden)', source: 'environment' });
  expect(of('ALMANAC_HOST')).toMatchObject({ value: '127.0.0.1', source: 'default' });
  expect(out).not.toContain('hush');
  expect(out).not.toContain(new URL(db.url).password);
});

test('users are created with a key, listed, refused twice and disabled', async () => {
  const words = ['--organization', 'Lab', '--role', 'admin', '--permission', 'ENABLE_PREDICTIONS_ADMIN', '--json'];
  const flags = ['--username', 'ada', '--password-stdin', '--created-at', '2019-05-01T00:00:00Z', ...words];
  const made = await almanac(['users', 'create', ...flags], {}, 'a long password\n');
  expect(made.err).toBe('');
  const { id, organizationId, apiKey } = JSON.parse(made.out);
  expect([id, organizationId, apiKey]).toEqual([
    expect.stringMatching(/^[0-9a-f]{24}$/),
    expect.stringMatching(/^[0-9a-f]{24}$/),
    expect.stringMatching(/^\S{20,}$/),
  ]);
  const again = await almanac(['users', 'create', '--username', 'ADA', '--password', 'another long one']);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('ADA')]);
  const weak = await almanac(['users', 'create', '--username', 'bob', '--password', 'password1']);
  expect([weak.code, weak.err]).toEqual([1, expect.stringContaining('most used passwords')]);
  const reset = await almanac(['users', 'reset-password', 'ADA', '--json'], { ALMANAC_PUBLIC_URL: 'https://ml.test' });
  expect(JSON.parse(reset.out)).toMatchObject({
    username: 'ada',
    link: expect.stringMatching(/^https:\/\/ml\.test\/reset-password#token=almr/),
  });
  expect((await almanac(['users', 'reset-password', 'nobody-here'])).err).toContain('There is no user nobody-here');
  expect((await almanac(['users', 'disable', 'ada'])).code).toBe(0);
  expect((await almanac(['users', 'disable', 'nobody-here'])).code).toBe(1);
  const { out } = await almanac(['users', 'list', '--json']);
  expect(JSON.parse(out)).toMatchObject([
    { id, username: 'ada', role: 'admin', organization: 'Lab', createdAt: '2019-05-01T00:00:00.000Z', disabled: true },
  ]);
});

test('a common password of the first administrator is a wrong setting: serve ends with 2 and says so', async () => {
  const settings = { ALMANAC_ADMIN_USERNAME: 'root', ALMANAC_ADMIN_PASSWORD: 'Password123' };
  const { code, err } = await almanac(['serve', '--port', '0'], settings);
  expect([code, err]).toEqual([2, expect.stringContaining('ALMANAC_ADMIN_PASSWORD cannot be used: it is too common')]);
  expect(err).not.toContain('Password123');
});

test('the doctor finds what is wrong and ends with 1', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const port = String((other.address() as { port: number }).port);
  const [healthy, taken] = await Promise.all([
    almanac(['doctor', '--json', '--port', '0']),
    almanac(['doctor', '--port', port]),
  ]);
  other.close();
  const findings: { check: string; ok: boolean }[] = JSON.parse(healthy.out);
  expect(findings.filter(({ ok }) => !ok)).toEqual([]);
  expect(findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['Node', 'PostgreSQL', 'Database', 'Port']),
  );
  expect(taken.code).toBe(1);
  expect(taken.out).toMatch(/WRONG {2}Port .*taken by another program\n\s+Stop it, or choose another port/);
});
