import { chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { postgresFolder } from './data-root.ts';
import { aDataFolder, anotherProcess, isRoot, kill, query, quiet, usedDataFolders } from './postgres.fixtures.ts';
import { connectOrStart, start } from './postgres.ts';
import { readPostmaster, serves } from './postmaster.ts';

const aUsedDataFolder = usedDataFolders();

const postmasterOf = (dataDir: string) => readPostmaster(postgresFolder(dataDir).cluster)?.pid ?? 0;

test('starts, listens on no port, keeps what was written, and stops', async () => {
  const folder = await aDataFolder();
  const first = await start(folder, quiet);
  await query(first.url, 'create table kept (id int); insert into kept values (7)');
  expect(await query(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  const pid = postmasterOf(folder);
  await first.stop();
  expect(serves(pid, postgresFolder(folder).cluster)).toBe(false);
  expect(statSync(postgresFolder(folder).password).mode & 0o777).toBe(0o600);
  const second = await start(folder, quiet);
  expect(await query(second.url, 'select id from kept')).toEqual([{ id: 7 }]);
  await second.stop();
});

test('a second server on the folder is refused by name; a command borrows and leaves it running', async () => {
  const folder = await aUsedDataFolder();
  const { child, said } = await anotherProcess(folder, 'server');
  await expect(start(folder, quiet)).rejects.toThrow(
    `Another Almanac server (pid ${child.pid}) is using the data folder`,
  );
  const borrowed = await connectOrStart(folder, quiet);
  expect(borrowed).toMatchObject({ url: said, owned: false });
  await borrowed.stop();
  expect(await query(said, 'select 1 as up')).toEqual([{ up: 1 }]);
});

test('takes over what a killed server left behind, without restarting it', async () => {
  const folder = await aUsedDataFolder();
  const { child, said } = await anotherProcess(folder, 'server');
  await query(said, 'create table kept (id int); insert into kept values (7)');
  const pid = postmasterOf(folder);
  await kill(child);
  const next = await start(folder, quiet);
  expect(next).toMatchObject({ url: said, owned: true });
  expect(postmasterOf(folder)).toBe(pid);
  expect(await query(next.url, 'select id from kept')).toEqual([{ id: 7 }]);
  await next.stop();
});

test('restarts what a killed server left behind when it runs with other settings', async () => {
  const folder = await aUsedDataFolder();
  const { child, said } = await anotherProcess(folder, 'server');
  const pid = postmasterOf(folder);
  await kill(child);
  writeFileSync(join(postgresFolder(folder).cluster, 'postmaster.opts'), '/older/postgres "-D" "elsewhere"\n');
  const next = await start(folder, quiet);
  expect(next.url).toBe(said);
  expect(postmasterOf(folder)).not.toBe(pid);
  await next.stop();
});

test('brings PostgreSQL back at the same address when it is killed', async () => {
  const folder = await aUsedDataFolder();
  const postgres = await start(folder, quiet);
  await query(postgres.url, 'create table kept (id int); insert into kept values (7)');
  const pid = postmasterOf(folder);
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(serves(pid, postgresFolder(folder).cluster)).toBe(false), 10_000);
  const rows = await vi.waitFor(() => query(postgres.url, 'select id from kept'), { timeout: 20_000, interval: 50 });
  expect(rows).toEqual([{ id: 7 }]);
  await postgres.stop();
  expect(readPostmaster(postgresFolder(folder).cluster)).toBeNull();
});

test('of two first starts at once, one wins and the other says so', async () => {
  const folder = await aDataFolder();
  const both = await Promise.all([anotherProcess(folder, 'server'), anotherProcess(folder, 'server')]);
  const refused = both.filter(({ said }) => said.startsWith('Another Almanac server'));
  const serving = both.filter(({ said }) => said.startsWith('postgresql://'));
  expect([refused.length, serving.length]).toEqual([1, 1]);
  expect(await query(serving[0]?.said ?? '', 'select 1 as up')).toEqual([{ up: 1 }]);
});

test('commands on a stopped server take turns', async () => {
  const folder = await aUsedDataFolder();
  const first = await anotherProcess(folder, 'command');
  const second = connectOrStart(folder, quiet);
  first.child.kill('SIGTERM');
  const postgres = await second;
  expect(postgres.owned).toBe(true);
  expect(await query(postgres.url, 'select 1 as up')).toEqual([{ up: 1 }]);
  await postgres.stop();
});

test('a number in postmaster.pid that now belongs to another process does not keep it from starting', async () => {
  const folder = await aUsedDataFolder();
  const { cluster, base } = postgresFolder(folder);
  writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n0\n5432\n${base}\n\n0 0\nready\n`);
  const postgres = await start(folder, quiet);
  expect(await query(postgres.url, 'select 1 as up')).toEqual([{ up: 1 }]);
  await postgres.stop();
});

test('a data folder with a very long name gets its socket elsewhere, and that place is removed again', async () => {
  const folder = await aUsedDataFolder('long'.repeat(30));
  const postgres = await start(folder, quiet);
  expect(await query(postgres.url, 'select 1 as up')).toEqual([{ up: 1 }]);
  const socketFolder = new URL(postgres.url).searchParams.get('host') ?? '';
  expect(socketFolder.startsWith(folder)).toBe(false);
  await postgres.stop();
  expect(existsSync(socketFolder)).toBe(false);
});

test('says which version wrote the data when that version is not here', async () => {
  const folder = await aUsedDataFolder();
  writeFileSync(join(postgresFolder(folder).cluster, 'PG_VERSION'), '9\n');
  await expect(start(folder, quiet)).rejects.toThrow(/written by PostgreSQL 9, .*ALMANAC_DATABASE_URL/);
});

test('says when the folder holds something else', async () => {
  const folder = await aDataFolder();
  mkdirSync(postgresFolder(folder).cluster, { recursive: true });
  await expect(start(folder, quiet)).rejects.toThrow(/is not a PostgreSQL data folder: its file PG_VERSION is missing/);
});

test('gives the reason from the log when the data is damaged', async () => {
  const folder = await aUsedDataFolder();
  const control = join(postgresFolder(folder).cluster, 'global', 'pg_control');
  writeFileSync(control, readFileSync(control).fill(0));
  await expect(start(folder, quiet)).rejects.toThrow(/PostgreSQL did not start .*(control file|pg_control|checksum)/i);
});

// Root stands in for the ordinary user here; run as an ordinary user, every other test of this file is that test.
if (isRoot) {
  test('root: a data folder inside a closed folder works, and PostgreSQL is not root', async () => {
    const folder = await aDataFolder(join('closed', 'data'));
    mkdirSync(dirname(folder), { mode: 0o700 });
    const postgres = await start(folder, quiet);
    expect(await query(postgres.url, 'select 1 as up')).toEqual([{ up: 1 }]);
    expect(statSync(`/proc/${postmasterOf(folder)}`).uid).not.toBe(0);
    await postgres.stop();
  });

  test('an ordinary user starts it as themselves, and root takes over later as that user', async () => {
    const folder = await aDataFolder();
    const nobody = 65534;
    mkdirSync(folder);
    chownSync(folder, nobody, nobody);
    const { child, said } = await anotherProcess(folder, 'server', [
      'setpriv',
      '--reuid=65534',
      '--regid=65534',
      '--clear-groups',
      // The checkout may lie in a folder that is closed to others; an ordinary user can read their own.
      '--inh-caps=+dac_read_search',
      '--ambient-caps=+dac_read_search',
    ]);
    expect(await query(said, 'select 1 as up')).toEqual([{ up: 1 }]);
    expect(statSync(`/proc/${postmasterOf(folder)}`).uid).toBe(nobody);
    await kill(child);
    const adopted = await start(folder, quiet);
    await adopted.stop();
    const postgres = await start(folder, quiet);
    expect(statSync(`/proc/${postmasterOf(folder)}`).uid).toBe(nobody);
    await postgres.stop();
  });
}
