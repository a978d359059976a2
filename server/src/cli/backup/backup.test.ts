import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '#accounts';
import { type Config, readConfig } from '#config';
import { openBlobs } from '#platform/blobs/open-blobs.ts';
import type { Database } from '#platform/db/database.ts';
import { openJobs } from '#platform/jobs/open-jobs.ts';
import { createLogger } from '#platform/log/logger.ts';
import { secretKey } from '#platform/secrets/secret-key.ts';
import { createSecrets } from '#platform/secrets/secrets.ts';
import { testDatabase } from '../../../test/database.ts';
import { writeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';

const folder = mkdtempSync(join(tmpdir(), 'almanac-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const installation = (name: string): Config => readConfig({ ALMANAC_DATA_DIR: join(folder, name) });
const about = { version: '0.1.0', now: new Date('2026-01-02T03:04:05Z') };
const file = join(folder, 'backup.tar.gz');
const source = await testDatabase();
const config = installation('source');
const largeBlob = Buffer.alloc(5_000_001, 'abc');

beforeAll(async () => {
  const jobs = await openJobs(source, createLogger('silent', 'test'));
  const secrets = createSecrets(await secretKey(config.dataDir, null));
  const platform = { db: source, secrets, now: () => about.now };
  for (const username of ['ada', 'bob']) await createUser(platform, { username, password: null });
  const blobs = await openBlobs(config);
  await blobs.write('models/a', Readable.from([largeBlob]));
  await blobs.write(`datasets/${'long-'.repeat(30)}/b`, Readable.from([Buffer.from('small')]));
  await source.pool.query(`insert into pgboss.job (id, name, data, priority)
    select gen_random_uuid(), name, '{"kind": "test", "input": "{}"}', 7 from pgboss.queue limit 1`);
  await jobs.close();
});

/** Every row of every table that has some, as text. */
async function allRows(db: Database): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and (n.nspname = 'public' or c.oid = 'pgboss.job'::regclass) and c.relname <> 'migrations'`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await db.pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    if (rows.length > 0) all[name] = rows.map(({ row }) => row);
  }
  return all;
}

test('a backup restored into an empty installation has the same rows, files and key', async () => {
  const ending = await writeBackup(config, source.url, file, about);
  expect(ending).toMatchObject({ blobs: 2, blobBytes: largeBlob.length + 5 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const target = await testDatabase({ migrated: false });
  const restored = installation('target');
  await restoreBackup(restored, target.url, file);
  const rows = await allRows(source);
  expect(Object.keys(rows)).toEqual(expect.arrayContaining(['users', 'organizations', 'api_tokens', 'pgboss.job']));
  expect(await allRows(target)).toEqual(rows);
  expect(await buffer(await (await openBlobs(restored)).read('models/a'))).toEqual(largeBlob);
  expect(await secretKey(restored.dataDir, null)).toEqual(await secretKey(config.dataDir, null));
});

test('an existing file is not overwritten, a full installation not restored into', async () => {
  await expect(writeBackup(config, source.url, file, about)).rejects.toThrow('exists already');
  await expect(restoreBackup(installation('other'), source.url, file)).rejects.toThrow('The database is not empty');
});

test('a backup that was cut off leaves the installation as empty as it was, and can be tried again', async () => {
  const whole = readFileSync(file);
  const broken = join(folder, 'broken.tar.gz');
  writeFileSync(broken, whole.subarray(0, whole.length - 200));
  const target = await testDatabase({ migrated: false });
  const restored = installation('after-failure');
  await expect(restoreBackup(restored, target.url, broken)).rejects.toThrow();
  expect(existsSync(join(restored.dataDir, 'secret.key'))).toBe(false);
  await restoreBackup(restored, target.url, file);
  expect(await allRows(target)).toEqual(await allRows(source));
});

test('a backup made with the key in a setting asks for that very key', async () => {
  const key = 'ab'.repeat(32);
  const withKey = (name: string, value: string) =>
    readConfig({ ALMANAC_DATA_DIR: join(folder, name), ALMANAC_SECRET_KEY: value });
  const keyless = join(folder, 'keyless.tar.gz');
  await writeBackup(withKey('source', key), source.url, keyless, about);
  const target = await testDatabase({ migrated: false });
  await expect(restoreBackup(installation('k1'), target.url, keyless)).rejects.toThrow('Set it to the same key');
  await expect(restoreBackup(withKey('k2', 'cd'.repeat(32)), target.url, keyless)).rejects.toThrow(
    'not the key of this backup',
  );
  await restoreBackup(withKey('k3', key), target.url, keyless);
  expect(existsSync(join(folder, 'k3', 'secret.key'))).toBe(false);
});

test('a backup of a newer version is refused by name', async () => {
  await source.pool.query(`insert into migrations (name, checksum) values ('9999-later.sql', 'x')`);
  const newer = join(folder, 'newer.tar.gz');
  await writeBackup(config, source.url, newer, { ...about, version: '9.9.9' });
  const target = await testDatabase({ migrated: false });
  await expect(restoreBackup(installation('old'), target.url, newer)).rejects.toThrow(
    /Almanac 9.9.9, which is newer \(9999-later/,
  );
});
