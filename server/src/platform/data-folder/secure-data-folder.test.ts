import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../log/logger.ts';
import { secureDataFolder } from './secure-data-folder.ts';

const log = createLogger('silent', 'test');
const modeOf = (path: string) => statSync(path).mode & 0o777;

/** A folder as an earlier release left it. */
function anOpenFolder() {
  const parent = mkdtempSync(join(tmpdir(), 'almanac-modes-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, 'data');
  const deep = join(folder, 'blobs', 'a', 'b');
  mkdirSync(deep, { recursive: true });
  const file = join(deep, 'rows.csv');
  const outside = join(parent, 'outside.txt');
  writeFileSync(file, 'secret');
  writeFileSync(outside, 'not ours');
  symlinkSync(outside, join(folder, 'link'));
  for (const path of [folder, join(folder, 'blobs'), join(folder, 'blobs', 'a'), deep]) chmodSync(path, 0o755);
  for (const path of [file, outside]) chmodSync(path, 0o644);
  return { parent, folder, deep, file, outside };
}

test('the folder is closed at once, what is in it soon, and nothing outside of it is touched', async () => {
  const { folder, deep, file, outside } = anOpenFolder();
  const securing = secureDataFolder(folder, log);
  expect(modeOf(folder)).toBe(0o700);
  await securing.done;
  expect([modeOf(deep), modeOf(file), modeOf(outside)]).toEqual([0o700, 0o600, 0o644]);
});

test('it looks through the folder once; a repair that was broken off goes on at the next start', async () => {
  const { folder, file } = anOpenFolder();
  await secureDataFolder(folder, log).stop();
  await secureDataFolder(folder, log).done;
  expect(modeOf(file)).toBe(0o600);
  chmodSync(file, 0o644);
  chmodSync(folder, 0o755);
  await secureDataFolder(folder, log).done;
  expect([modeOf(folder), modeOf(file)]).toEqual([0o700, 0o644]);
});

test('folders that are missing on the way to it can be passed', async () => {
  const { parent } = anOpenFolder();
  await secureDataFolder(join(parent, 'new', 'way', 'data'), log).done;
  const modes = ['new', join('new', 'way'), join('new', 'way', 'data')].map((name) => modeOf(join(parent, name)));
  expect(modes).toEqual([0o711, 0o711, 0o700]);
});

if (process.geteuid?.() === 0)
  test('root: the group of whoever the cluster belongs to, and no other, may pass', async () => {
    const { folder } = anOpenFolder();
    const cluster = join(folder, 'postgres', 'cluster');
    mkdirSync(cluster, { recursive: true });
    chownSync(cluster, 12_345, 54_321);
    await secureDataFolder(folder, log).done;
    const { mode, uid, gid } = statSync(folder);
    expect([mode & 0o777, uid, gid]).toEqual([0o710, 0, 54_321]);
  });
