import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { createUser } from '#accounts';
import { newId } from '#platform/ids.ts';
import { testPlatform } from '../../../test/platform.ts';
import { canMount, smallDisk } from '../../../test/small-disk.ts';
import { type Account, counterStore, hold, lockCounter, putJournal } from './counter.store.ts';
import { createUsageCounter, type UsageCounter } from './usage-counter.ts';
import { Journal, journalFile, lineOf, totalsOf } from './usage-journal.ts';

async function aPlace() {
  const platform = await testPlatform();
  const row = await createUser(platform, { username: 'ann', password: 'correct horse' });
  const account: Account = { organizationId: row.organization_id, userId: row.id, counter: 'llmApiCalls' };
  const folder = join(platform.config.dataDir, 'usage-journal');
  return {
    platform,
    account,
    folder,
    journals: () => readdir(folder),
    async counted(counting: UsageCounter) {
      await counting.settle();
      return counterStore(platform.db.queries).read(account);
    },
  };
}
const many = (counting: UsageCounter, account: Account, n: number) =>
  Promise.all(Array.from({ length: n }, () => counting.count(account)));

test('a killed process loses nothing it has promised; the next one counts it, once', async () => {
  const { platform, account, counted, journals } = await aPlace();
  const script = join(import.meta.dirname, 'usage-counter-process.fixture.ts');
  const where = [platform.db.url, platform.config.dataDir, account.organizationId, account.userId];
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...where], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  let promised = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    promised = Number(line);
    if (promised === 2_000) child.kill('SIGKILL');
  }
  await gone;
  const next = createUsageCounter(platform);
  const found = await counted(next);
  // One more may have reached the disk before it could be said.
  expect(found - promised).toBeGreaterThanOrEqual(0);
  expect(found - promised).toBeLessThanOrEqual(1);
  expect(await journals()).toEqual([]);
  const third = createUsageCounter(platform);
  expect(await counted(third)).toBe(found);
  await next.close();
  await third.close();
});

test('counts of two processes on one folder add up, also while they go on', async () => {
  const { platform, account, counted, journals } = await aPlace();
  const [one, other] = [createUsageCounter(platform), createUsageCounter(platform)];
  await Promise.all([many(one, account, 150), many(other, account, 70)]);
  await other.settle();
  expect(await counted(one)).toBe(220);
  await many(other, account, 5);
  await one.close();
  expect(await counted(other)).toBe(225);
  await other.close();
  expect(await journals()).toEqual([]);
  const rows = await platform.db.queries.selectFrom('genai_usage_journals').selectAll().execute();
  expect(rows).toEqual([]);
});

test('a journal that was told before its process died is not told twice; a line without an end was promised to nobody', async () => {
  const { platform, account, folder, counted } = await aPlace();
  await mkdir(folder, { recursive: true });
  const id = newId(platform.now());
  const path = join(folder, `${id}_elsewhere~1~abc.log`);
  await writeFile(path, lineOf(account).repeat(3));
  await appendFile(path, lineOf(account).slice(0, -1));
  await putJournal(platform.db.queries, id, [{ ...account, completed: 2 }]);
  const long = 11 * 60 * 1000;
  const later = { ...platform, now: () => new Date(Date.now() + long) };
  const counting = createUsageCounter(later);
  expect(await counted(counting)).toBe(3);
  await counting.close();
});

test('a journal that another machine still writes is left to it', async () => {
  const { platform, account, folder, counted, journals } = await aPlace();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${newId(platform.now())}_elsewhere~1~abc.log`), lineOf(account));
  const counting = createUsageCounter(platform);
  expect(await counted(counting)).toBe(0);
  expect(await journals()).toHaveLength(1);
  await counting.close();
});

test('where no journal can be written, the database counts at once', async () => {
  const { platform, account, folder, counted } = await aPlace();
  const counting = createUsageCounter(platform);
  await counting.settle();
  await rm(folder, { recursive: true });
  await writeFile(folder, 'in the way');
  await many(counting, account, 7);
  expect(await counterStore(platform.db.queries).read(account)).toBe(7);
  await rm(folder);
  await mkdir(folder);
  await many(counting, account, 2);
  expect(await counted(counting)).toBe(9);
  await counting.close();
});

test.skipIf(!canMount)(
  'a journal says nothing of lines a full disk took only half of: the database counts them',
  async () => {
    const disk = smallDisk(1, onTestFinished);
    const account: Account = { organizationId: newId(), userId: newId(), counter: 'llmApiCalls' };
    const journal = new Journal(journalFile(disk.folder, newId(), 'me'));
    const lines = (n: number) => Promise.allSettled(Array.from({ length: n }, () => journal.count(account)));
    await lines(10);
    await disk.fill();
    // Some of these still fit into the last page of the file.
    const full = await lines(300);
    expect(new Set(full.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(totalsOf(await readFile(journal.path, 'utf8'))).toMatchObject([{ completed: 10 }]);
    await disk.free();
    await lines(5);
    expect(totalsOf(await readFile(journal.path, 'utf8'))).toMatchObject([{ completed: 15 }]);
    await journal.remove();
  },
);

test('a place that a call holds counts until its time is over', async () => {
  const { platform, account } = await aPlace();
  const now = platform.now();
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const held = (at: Date) => platform.db.transaction(async (tx) => (await lockCounter(tx, account, at)).held);
  await platform.db.transaction((tx) => hold(tx, newId(), account, now, later(60)));
  expect([await held(later(59)), await held(later(60)), await held(later(3600))]).toEqual([1, 0, 0]);
});
