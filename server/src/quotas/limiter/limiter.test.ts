import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { aResource } from '../quotas.fixtures.ts';
import type { Consumer, Entry } from './entry.ts';
import { outcome } from './limiter.fixtures.ts';
import { createLimiter, limiterService } from './limiter.ts';
import { inOpenAiShape } from './refusal.ts';

const clock = movableClock('2026-03-01T23:50:10.250Z');
const { ask, person, platform } = await servedApp({ now: clock });
const ann = await person({ organization: 'One' });
const bob = await person({ organization: 'One' });
const admin = await person({ organization: 'One', role: 'admin' });
const here = platform.services.get(limiterService);

/** Another process on the same database. */
const otherDb = openDatabase(platform.db.url, { max: 3, applicationName: 'other process' });
const there = createLimiter({ ...platform, db: otherDb });
afterAll(async () => {
  await there.close();
  await otherDb.close();
});

const entry = (resourceId: string, more: Partial<Entry> = {}, consumer: Consumer = { userId: ann.id }): Entry => ({
  organizationId: ann.organizationId,
  resource: { type: 'deployment', id: resourceId },
  consumer,
  ...more,
});
async function quota(body: object, key = ann.key): Promise<{ id: string; resourceId: string }> {
  const resourceId = await aResource(platform, ann);
  const sent = { resourceId, resourceType: 'deployment', defaultRules: [], ...body };
  const made = await ask('POST /api/v2/quotas/', { key, body: sent });
  expect([made.status, made.body.message]).toEqual([200, undefined]);
  return { id: made.body.id, resourceId };
}
const patch = (id: string, body: object) => ask(`PATCH /api/v2/quotas/${id}/`, { key: ann.key, body });
const requests = (limit: number, window = 'min') => [{ limit, rule: 'requests', window }];
const enters = (limiter: typeof here, one: Entry) => outcome(() => limiter.enter(one));

test('a resource without a quota costs a look into memory, until it gets one', async () => {
  const id = await aResource(platform, ann);
  const free = await here.enter(entry(id));
  expect(free.headers).toEqual({});
  while ((await here.enter(entry(id))) !== here.enter(entry(id))); // the change feed connects in the background
  await ask('POST /api/v2/quotas/', {
    key: ann.key,
    body: { resourceId: id, resourceType: 'deployment', defaultRules: requests(1) },
  });
  const permit = await here.enter(entry(id));
  expect(permit.headers).toEqual({ 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '50' });
});

test('a refusal says which rule, how much of it is used, when it resets, and has the shape OpenAI clients read', async () => {
  const { id, resourceId } = await quota({ defaultRules: requests(2) });
  await here.enter(entry(resourceId));
  await here.enter(entry(resourceId));
  const refusal = await Promise.resolve()
    .then(() => here.enter(entry(resourceId)))
    .catch((error) => error);
  expect(refusal.status).toBe(429);
  expect(refusal.message).toContain(`The user ${ann.id} has used 2 of 2 requests per minute. Try again in 50 s.`);
  expect(refusal.headers).toEqual({
    'retry-after': '50',
    'ratelimit-limit': '2',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '50',
  });
  const reset = '2026-03-01T23:51:00.000Z';
  const details = { quotaId: id, rule: 'requests', window: 'min', limit: 2, used: 2, reset, reserved: false };
  expect(refusal.extra).toEqual(details);
  const { message } = refusal;
  const error = { message, type: 'rate_limit_exceeded', param: null, code: 'quota_exceeded' };
  expect(inOpenAiShape(refusal)).toMatchObject({
    status: 429,
    message,
    headers: refusal.headers,
    extra: { ...details, error },
  });
});

test('an input that is too long is 422: waiting does not help', async () => {
  const { resourceId } = await quota({ defaultRules: [{ limit: 10, rule: 'inputSequenceLength' }] });
  const tokens = { input: 11, worstCase: 50 };
  expect((await enters(here, entry(resourceId, { tokens }))).refused).toBe('422 inputSequenceLength');
  expect((await enters(here, entry(resourceId, { tokens: { input: 10, worstCase: 50 } }))).refused).toBeNull();
});

const NEVER: readonly (readonly [string, object, Entry['tokens'], string])[] = [
  [
    'more tokens than a capacity has',
    { defaultRules: [], capacity: { capacity: 60, units: 'token' } },
    { input: 3, worstCase: 63 },
    'The capacity is 60 tokens per minute, and this call may need 63. 63 tokens never fit, and waiting does not help: ask for less.',
  ],
  [
    'more rows than a rule gives',
    { defaultRules: [{ rule: 'token', limit: 60, window: 'day' }] },
    { input: 63, worstCase: 63, unit: 'row' },
    'has used 0 of 60 rows per day, and this call may need 63. 63 rows never fit, and waiting does not help: ask for less.',
  ],
  [
    'a request of a capacity without any',
    { defaultRules: [], capacity: { capacity: 0, units: 'requests' } },
    undefined,
    'The capacity is 0 requests per minute. Not even one request fits, and waiting does not help: only a higher limit does.',
  ],
];

test.each(NEVER)(
  '%s: the refusal says that it never fits, and not when to try again',
  async (_, limits, tokens, told) => {
    const { resourceId } = await quota(limits);
    const refusal = await Promise.resolve()
      .then(() => here.enter(entry(resourceId, tokens === undefined ? {} : { tokens })))
      .catch((error) => error);
    expect([refusal.status, refusal.extra.used]).toEqual([429, 0]);
    expect(refusal.message).toContain(told);
    expect(refusal.message).not.toMatch(/try again|used up/i);
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
  },
);

test('what would fit a fresh window is told when to try again', async () => {
  const { resourceId } = await quota({ defaultRules: [], capacity: { capacity: 60, units: 'token' } });
  const tokens = { input: 1, worstCase: 60 };
  await here.enter(entry(resourceId, { tokens }));
  const refusal = await Promise.resolve()
    .then(() => here.enter(entry(resourceId, { tokens })))
    .catch((error) => error);
  expect(refusal.message).toBe('The capacity of 60 tokens per minute is used up (60 used). Try again in 50 s.');
  expect(refusal.headers['retry-after']).toBe('50');
});

test('of several rules on the same thing the strictest holds, and the refusal and the limits shown name it', async () => {
  const defaultRules = [...requests(5), ...requests(2), ...requests(9), ...requests(4, 'day')];
  const { resourceId } = await quota({ defaultRules });
  for (let call = 0; call < 2; call++) expect((await enters(here, entry(resourceId))).refused).toBeNull();
  const third = async () => here.enter(entry(resourceId));
  await expect(third()).rejects.toMatchObject({ extra: { window: 'min', limit: 2, used: 2 } });
  const { organizationId, resource, consumer } = entry(resourceId);
  const limits = await here.limitsOf({ organizationId, resource, consumer });
  expect(limits.map(({ name, limit }) => [name, limit])).toEqual([
    ['requests per min', 2],
    ['requests per day', 4],
  ]);
});

test('an edit is in force on the next request, on every process, with what was used before', async () => {
  const { id, resourceId } = await quota({ defaultRules: requests(4) });
  for (const limiter of [here, there])
    for (let call = 0; call < 2; call++) expect((await enters(limiter, entry(resourceId))).refused).toBeNull();
  await patch(id, { defaultRules: requests(2, 'day') });
  for (const limiter of [here, there])
    expect((await enters(limiter, entry(resourceId))).refused).toBe('429 requests day');
  await patch(id, { shadow: true });
  for (const limiter of [here, there]) expect((await enters(limiter, entry(resourceId))).refused).toBeNull();
  await patch(id, { shadow: false });
  for (const limiter of [here, there])
    expect((await enters(limiter, entry(resourceId))).refused).toBe('429 requests day');
  await ask(`DELETE /api/v2/quotas/${id}/`, { key: ann.key });
  for (const limiter of [here, there]) expect((await enters(limiter, entry(resourceId))).refused).toBeNull();
});

test('a restart does not open a window again, and tokens of calls that never ended stay at their worst case', async () => {
  const { resourceId } = await quota({
    defaultRules: [...requests(3, 'day'), { limit: 100, rule: 'token', window: 'hour' }],
  });
  const before = createLimiter(platform);
  (await before.enter(entry(resourceId, { tokens: { input: 5, worstCase: 60 } }))).settle({ tokens: 20 });
  await before.enter(entry(resourceId, { tokens: { input: 5, worstCase: 70 } }));
  await before.close();
  const after = createLimiter(platform);
  const eleven = entry(resourceId, { tokens: { input: 1, worstCase: 11 } });
  expect((await enters(after, eleven)).refused).toBe('429 token hour');
  expect((await enters(after, entry(resourceId, { tokens: { input: 1, worstCase: 10 } }))).refused).toBeNull();
  clock.moveSeconds(9 * 60);
  expect((await enters(after, entry(resourceId))).refused).toBe('429 requests day');
  clock.moveSeconds(60);
  expect((await enters(after, eleven)).refused).toBeNull();
  await after.close();
});

test('members of a group share its rules; who joins or leaves is counted accordingly', async () => {
  const made = await ask('POST /api/v2/groups/', { key: admin.key, body: { name: 'Red' } });
  const group = made.body.id;
  const policies = [{ consumerId: group, consumerType: 'usergroup', rules: requests(1, 'day') }];
  const { resourceId } = await quota({ defaultRules: requests(2, 'day'), policies });
  const as = (userId: string) => entry(resourceId, {}, { userId });
  expect((await enters(here, as(ann.id))).refused).toBeNull();
  const members = (method: string, people: { username: string }[]) =>
    ask(`${method} /api/v2/groups/${group}/users/`, {
      key: admin.key,
      body: { users: people.map(({ username }) => ({ username })) },
    });
  expect((await members('POST', [ann, bob])).status).toBeLessThan(300);
  const refused = async (userId: string) => (await enters(here, as(userId))).refused;
  // Hearing of it takes a moment: membership is not an edit of the quota.
  while ((await here.limitsOf(as(bob.id)))[0]?.limit !== 1);
  expect(await refused(bob.id)).toBeNull();
  while ((await here.limitsOf(as(ann.id)))[0]?.limit !== 1);
  expect(await refused(ann.id)).toBe('429 requests day');
});

test('the gateway to language models is limited by administrators, for everybody in the organization', async () => {
  const body = { resourceId: 'llmGateway', resourceType: 'workload', defaultRules: requests(1) };
  expect((await ask('POST /api/v2/quotas/', { key: ann.key, body })).status).toBe(403);
  expect((await ask('POST /api/v2/quotas/', { key: admin.key, body })).status).toBe(200);
  const gateway = entry('', { resource: { type: 'llmGateway', id: 'any' } });
  expect((await enters(here, gateway)).refused).toBeNull();
  expect((await enters(here, gateway)).refused).toBe('429 requests min');
});
