import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { signInAttemptStore } from './sign-in.store.ts';

const clock = movableClock();
const { ask, person, platform } = await servedApp({ now: clock });

let address = 0;
const freshAddress = () => `192.0.2.${++address}`;
const signIn = (username: string, password: string, from: string, cookie?: string) =>
  ask('POST /api/v2/session/', {
    body: { username, password },
    address: from,
    ...(cookie === undefined ? {} : { cookie }),
  });

async function fail(times: number, username: string, from: () => string, cookie?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) statuses.push((await signIn(username, 'wrong', from(), cookie)).status);
  return statuses;
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

test('429: guesses at an account from one address are slowed, and even the right password has to wait there', async () => {
  const { username } = await person();
  const there = freshAddress();
  expect(await fail(6, username, () => there)).toEqual([...times(5, 401), 429]);
  const early = await signIn(username, 'correct horse', there);
  expect(early.status).toBe(429);
  expect(early.headers['retry-after']).toBe('1');
  expect(early.body.message).toContain('1 seconds');
  clock.moveSeconds(1);
  expect((await signIn(username, 'wrong', there)).status).toBe(401);
  clock.moveSeconds(1);
  expect((await signIn(username, 'correct horse', there)).headers['retry-after']).toBe('1');
  clock.moveSeconds(1);
  expect((await signIn(username, 'correct horse', there)).status).toBe(200);
  expect(await fail(5, username, () => there)).toEqual(times(5, 401));
});

test('200: the owner signs in elsewhere while a guesser at one address is made to wait', async () => {
  const { username } = await person();
  const guesser = freshAddress();
  expect((await fail(6, username, () => guesser)).at(-1)).toBe(429);
  expect((await signIn(username, 'correct horse', freshAddress())).status).toBe(200);
});

test('429: guesses from many addresses are slowed by a budget of the account', async () => {
  const { username } = await person();
  expect(await fail(21, username, freshAddress)).toEqual([...times(20, 401), 429]);
  expect((await signIn(username, 'correct horse', freshAddress())).status).toBe(429);
});

test('a name and the e-mail address of the same account are slowed together', async () => {
  const { username } = await person({ email: 'two.names@example.org' });
  const there = freshAddress();
  await fail(3, username, () => there);
  expect(await fail(3, 'two.names@example.org', () => there)).toEqual([401, 401, 429]);
});

test('names nobody has are slowed just the same', async () => {
  const there = freshAddress();
  expect(await fail(6, 'nobody', () => there)).toEqual([...times(5, 401), 429]);
  expect(await fail(21, 'nobody-else', freshAddress)).toEqual([...times(20, 401), 429]);
});

test('429: an address that tries many names is slowed, others are not', async () => {
  const from = freshAddress();
  let name = 0;
  for (let time = 0; time < 50; time++) await signIn(`guess-${++name}`, 'wrong', from);
  const { username } = await person();
  expect((await signIn(username, 'correct horse', from)).status).toBe(429);
  expect((await signIn(username, 'correct horse', freshAddress())).status).toBe(200);
  clock.moveSeconds(1);
  expect((await signIn(username, 'correct horse', from)).status).toBe(200);
}, 60_000);

test('attempts are counted again while a success forgets those before it', async () => {
  const store = (tx: Tx) => signInAttemptStore(tx);
  const subject = { scope: 'account', subject: Buffer.from('somebody') } as const;
  const { db } = platform;
  await db.transaction((tx) => store(tx).locked(subject));
  let counted: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await store(tx).forget(subject);
    // Waits for the row that is being deleted, and must find one afterwards.
    counted = db.transaction((other) => store(other).locked(subject));
    await waitingForLock(db);
  });
  expect(await counted).toMatchObject({ failures: 0 });
});

async function waitingForLock(db: typeof platform.db): Promise<void> {
  const waiting = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db.queries)).rows.length).toBeGreaterThan(0);
}

test('guesses sent at once are not free', async () => {
  const { username } = await person();
  const there = freshAddress();
  const atOnce = async (count: number, from: () => string) =>
    Promise.all(Array.from({ length: count }, async () => (await signIn(username, 'wrong', from())).status));
  const fromOne = await atOnce(20, () => there);
  expect(fromOne.filter((status) => status === 401)).toHaveLength(5);
  expect(fromOne.filter((status) => status === 429)).toHaveLength(15);
  // Five of the twenty free ones of the account are used.
  const fromMany = await atOnce(30, freshAddress);
  expect(fromMany.filter((status) => status === 401)).toHaveLength(15);
  expect(fromMany.filter((status) => status === 429)).toHaveLength(15);
});
