import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { ServiceRegistry } from '#platform/services.ts';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import type { BudgetReply } from './grant-budget.ts';
import { takeBudget } from './take-budget.ts';

const now = movableClock();
const { platform, ask, person } = await servedApp({ now });
const ada = await person({ role: 'admin' });

/** A worker: it counts nothing itself, so it asks the server through the database. */
const db = openDatabase(platform.db.url, { max: 4, applicationName: 'a worker' });
afterAll(() => db.close());
const worker: typeof platform = { ...platform, db, services: new ServiceRegistry(() => worker) };
const { signal } = new AbortController();

async function aLimitedResource(defaultRules: readonly object[], more: object = {}) {
  const resourceId = newId();
  const body = { resourceType: 'deployment', resourceId, defaultRules, ...more };
  const { body: quota } = await ask('POST /api/v2/quotas/', { key: ada.key, body });
  const resource = { type: 'deployment' as const, id: resourceId };
  const request = { organizationId: ada.organizationId, resource, consumer: { userId: ada.id } };
  const usage = async () =>
    (await ask(`GET /api/v2/quotas/${quota.id}/usage/?window=min`, { key: ada.key })).body.data[0];
  const from = (process: typeof platform) => (most: number) => takeBudget(process, { ...request, most }, signal);
  return { take: from(worker), takeHere: from(platform), usage };
}

const units = (answer: BudgetReply) => (answer.kind === 'granted' ? answer.units : answer.kind);
const open = async () => (await db.queries.selectFrom('quota_asks').select('id').execute()).length;

test('without a quota nothing is limited, and nobody is asked', async () => {
  const resource = { type: 'deployment' as const, id: newId() };
  const request = { organizationId: ada.organizationId, resource, consumer: { userId: ada.id }, most: 5 };
  expect(await takeBudget(worker, request, signal)).toEqual({ kind: 'free' });
});

test('a worker and the server take from one budget, to the last unit', async () => {
  const { take, takeHere, usage } = await aLimitedResource([{ rule: 'token', limit: 100, window: 'min' }]);
  const taken = await Promise.all([take(30), takeHere(30), take(30), takeHere(30), take(30)]);
  const given = taken.flatMap((answer) => (answer.kind === 'granted' ? [answer] : []));
  expect(given.reduce((sum, { units: some }) => sum + some, 0)).toBe(100);
  const refused = await take(30);
  expect(refused).toMatchObject({ kind: 'wait', waitMs: 60_000, forPlace: false });
  expect(refused.kind === 'wait' && refused.why).toContain('has used 100 of 100 rows per minute');
  for (const one of given) one.settle(one.units - 5);
  // What was not used is there again once the server has heard of it.
  await eventually(async () => (await usage()).tokens === 100 - 5 * given.length);
  expect(await usage()).toMatchObject({ refused: 0 });
  expect(await eventually(async () => (await open()) === 0)).toBe(true);
});

test('what is asked for is cut to the length of an input and to what is left for it', async () => {
  const rules = [
    { rule: 'inputSequenceLength', limit: 7 },
    { rule: 'token', limit: 10, window: 'hour' },
  ];
  const { take } = await aLimitedResource(rules);
  expect([units(await take(1_000)), units(await take(1_000)), units(await take(1_000))]).toEqual([7, 3, 'wait']);
});

test('shares that are kept for others stay theirs', async () => {
  const policies = [{ consumerType: 'user', consumerId: newId(), reserved: 0.5, rules: [] }];
  const { take } = await aLimitedResource([], {
    capacity: { capacity: 100, units: 'token' },
    saturationThreshold: 0,
    policies,
  });
  let sum = 0;
  for (let answer = await take(80); answer.kind === 'granted'; answer = await take(80)) sum += answer.units;
  expect(sum).toBe(50);
});

test('a place among requests at once is free when the worker has settled', async () => {
  const { take } = await aLimitedResource([{ rule: 'concurrentRequests', limit: 1 }]);
  const first = await take(5);
  expect(await take(5)).toMatchObject({ kind: 'wait', forPlace: true });
  if (first.kind !== 'granted') throw new Error('The first is let in');
  first.settle(5);
  expect(
    units(
      await eventually(async () => {
        const next = await take(5);
        return next.kind === 'granted' && next;
      }),
    ),
  ).toBe(5);
});

test('a worker that died is settled for when its time is up', async () => {
  const { take, usage } = await aLimitedResource([{ rule: 'concurrentRequests', limit: 1 }]);
  expect(units(await take(5))).toBe(5);
  await db.pool.query("UPDATE quota_asks SET alive_until = now() - interval '1 second'");
  await eventually(async () => (await take(5)).kind === 'granted');
  expect(await usage()).toMatchObject({ requests: 2, tokens: 10 });
});
