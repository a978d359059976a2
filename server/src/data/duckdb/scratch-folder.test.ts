import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withScratchFolder } from './scratch-folder.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'almanac-scratch-'));
const scratch = join(dataDir, 'scratch');
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('what a killed process left is removed by the next; what others use or may use stays', async () => {
  const { pid: dead } = spawnSync('true');
  const [mine, killed] = [`sql-${process.pid}@${hostname()}-aaaaaa`, `ingest-${dead}@${hostname()}-bbbbbb`];
  const [elsewhere, old] = ['sql-1@another-machine-cccccc', 'sql-1@another-machine-dddddd'];
  for (const name of [mine, killed, elsewhere, old]) await mkdir(join(scratch, name), { recursive: true });
  await utimes(join(scratch, old), new Date(0), new Date(0));
  const seen = await withScratchFolder({ dataDir }, 'ingest', async (folder) => {
    expect(folder.startsWith(join(scratch, `ingest-${process.pid}@`))).toBe(true);
    return (await readdir(scratch)).sort();
  });
  expect(seen.filter((name) => !name.startsWith(`ingest-${process.pid}@`))).toEqual([elsewhere, mine].sort());
  expect((await readdir(scratch)).sort()).toEqual([elsewhere, mine].sort());
});

test('it is gone when the work fails', async () => {
  const failing = withScratchFolder({ dataDir }, 'sql', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(
    (await readdir(scratch)).some((name) => name.startsWith(`sql-${process.pid}@`) && !name.endsWith('-aaaaaa')),
  ).toBe(false);
});
