import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { outcome } from '../limiter/limiter.fixtures.ts';
import { limiterService } from '../limiter/limiter.ts';
import { usageStore } from '../limiter/usage.store.ts';
import { aResource } from '../quotas.fixtures.ts';

const clock = movableClock('2026-03-01T10:00:30Z');
const { ask, person, platform } = await servedApp({
  now: clock,
  settings: { ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8' },
});
const ann = await person({ organization: 'One' });
const bob = await person({ organization: 'One' });
const limiter = platform.services.get(limiterService);

async function quota(
  body: object,
): Promise<{ id: string; enter: (userId: string, more?: object) => ReturnType<typeof outcome> }> {
  const resourceId = await aResource(platform, ann);
  const sent = { resourceId, resourceType: 'deployment', defaultRules: [], ...body };
  const { id } = (await ask('POST /api/v2/quotas/', { key: ann.key, body: sent })).body;
  const resource = { type: 'deployment' as const, id: resourceId };
  const { organizationId } = ann;
  return {
    id,
    enter: (userId, more = {}) =>
      outcome(() => limiter.enter({ organizationId, resource, consumer: { userId }, ...more })),
  };
}
const usage = (id: string, query = '', key = ann.key) => ask(`GET /api/v2/quotas/${id}/usage/${query}`, { key });

test('200: who used what and who was refused, by window and caller, newest first', async () => {
  const { id, enter } = await quota({ defaultRules: [{ limit: 2, rule: 'requests' }] });
  const tokens = { input: 5, worstCase: 50 };
  (await enter(ann.id, { tokens })).pass?.settle({ tokens: 20 });
  await enter(ann.id, { tokens });
  await enter(ann.id, { tokens });
  await enter(bob.id);
  clock.moveSeconds(60);
  await enter(ann.id, { consumer: { userId: ann.id, deploymentId: 'agent' } });
  const minutes = await usage(id, '?window=min');
  expect(minutes.body).toMatchObject({ totalCount: 3, count: 3, next: null });
  const [newest, first, second] = minutes.body.data;
  expect(newest).toMatchObject({
    start: '2026-03-01T10:01:00.000Z',
    deploymentId: 'agent',
    countedFor: { consumerType: 'deployment', consumerId: 'agent' },
  });
  const both = [first, second].sort((a, b) => b.requests - a.requests);
  expect(both[0]).toEqual({
    window: 'min',
    start: '2026-03-01T10:00:00.000Z',
    userId: ann.id,
    deploymentId: null,
    countedFor: { consumerType: 'user', consumerId: ann.id },
    requests: 2,
    tokens: 70,
    refused: 1,
    refusedTokens: 50,
    wouldRefuse: 0,
    mostConcurrent: 1,
    longestInput: 5,
  });
  expect(both[1]).toMatchObject({ userId: bob.id, requests: 1, refused: 0 });
  const day = await usage(id, `?userId=${ann.id}&limit=1`);
  expect(day.body).toMatchObject({ totalCount: 2, count: 1 });
  expect(day.body.next).toContain('offset=1');
  expect((await usage(id, '?window=min&from=2026-03-01T10:01:00Z')).body.totalCount).toBe(1);
  expect((await usage(id, '?to=2026-02-01T00:00:00Z')).body.data).toEqual([]);
});

test('200: who used how much over all quotas the caller sees, the most tokens first', async () => {
  const dan = await person({ organization: 'Four' });
  const resourceId = await aResource(platform, dan);
  const sent = { resourceId, resourceType: 'deployment', defaultRules: [{ limit: 1, rule: 'requests' }] };
  await ask('POST /api/v2/quotas/', { key: dan.key, body: sent });
  const enter = (more: object) =>
    outcome(() =>
      limiter.enter({
        organizationId: dan.organizationId,
        resource: { type: 'deployment', id: resourceId },
        consumer: { userId: dan.id },
        ...more,
      }),
    );
  (await enter({ tokens: { input: 5, worstCase: 50 } })).pass?.settle({ tokens: 20 });
  await enter({});
  await enter({ consumer: { userId: dan.id, deploymentId: 'agent' } });
  const summed = (query = '', key = dan.key) => ask(`GET /api/v2/usage/quotas/${query}`, { key });
  const { data, totalCount } = (await summed()).body;
  expect(totalCount).toBe(2);
  expect(data[0]).toEqual({
    resourceType: 'deployment',
    resourceId,
    resourceName: null,
    userId: dan.id,
    username: dan.username,
    deploymentId: null,
    requests: 1,
    tokens: 20,
    refused: 1,
    wouldRefuse: 0,
  });
  expect(data[1]).toMatchObject({ deploymentId: 'agent', requests: 1 });
  expect((await summed('?limit=1')).body).toMatchObject({ count: 1, totalCount: 2 });
  expect((await summed('?to=2026-02-01T00:00:00Z')).body.totalCount).toBe(0);
  expect((await summed('?from=2026-03-03T00:00:00Z&to=2026-03-04T00:00:00Z')).body.totalCount).toBe(0);
  expect((await summed('', bob.key)).body.totalCount).toBe(0);
  expect((await summed('?from=2027-01-01T00:00:00Z')).status).toBe(422);
  expect((await ask('GET /api/v2/usage/quotas/')).status).toBe(401);
});

test('a quota that only watches refuses nobody, and says whom it would have refused', async () => {
  const { id, enter } = await quota({ defaultRules: [{ limit: 1, rule: 'requests' }], shadow: true });
  for (let call = 0; call < 4; call++) expect((await enter(ann.id)).refused).toBeNull();
  expect((await usage(id)).body.data).toMatchObject([{ requests: 4, refused: 0, wouldRefuse: 3 }]);
});

test('422 and 404: wrong spans and windows, and the quotas of others', async () => {
  const { id } = await quota({});
  for (const query of ['?window=week', '?from=yesterday', '?limit=0', '?colour=red', '?from=2026-03-02T00:00:00Z'])
    expect([query, (await usage(id, query)).status]).toEqual([query, 422]);
  expect((await usage(id, '', bob.key)).status).toBe(404);
  expect((await usage(newId())).status).toBe(404);
  expect((await ask(`GET /api/v2/quotas/${id}/usage/`)).status).toBe(401);
});

test('rateLimitUsage: every limit that binds the caller, with what is used of it', async () => {
  const cid = await person({ organization: 'Three', role: 'admin' });
  const made = { name: 'Scorer', address: 'http://127.0.0.1:9' };
  const { id: resourceId } = (await ask('POST /api/v2/workloads/', { key: cid.key, body: made })).body;
  const defaultRules = [
    { limit: 5, rule: 'requests' },
    { limit: 9_007_199_254_740_991, rule: 'token', window: 'day' },
    { limit: 3, rule: 'concurrentRequests' },
  ];
  await ask('POST /api/v2/quotas/', { key: cid.key, body: { resourceId, resourceType: 'workload', defaultRules } });
  await limiter.enter({
    organizationId: cid.organizationId,
    resource: { type: 'workload', id: resourceId },
    consumer: { userId: cid.id },
    tokens: { input: 1, worstCase: 8 },
  });
  const answer = await ask('GET /api/v2/account/rateLimitUsage/', { key: cid.key });
  const resource = `workload ${resourceId}`;
  const of = { resourceType: 'workload', resourceId, resourceName: 'Scorer' };
  expect(answer.body).toEqual({
    count: 3,
    next: null,
    previous: null,
    usage: [
      { resource: `${resource} requests per min`, ...of, currentUsage: 1, maxUsage: 5, timeToExpire: 30 },
      {
        resource: `${resource} token per day`,
        ...of,
        currentUsage: 8,
        maxUsage: 9_007_199_254_740_991,
        timeToExpire: 50_310,
      },
      { resource: `${resource} concurrentRequests`, ...of, currentUsage: 1, maxUsage: 3, timeToExpire: 0 },
    ],
  });
  const second = await ask('GET /api/v2/account/rateLimitUsage/?offset=1&limit=1', { key: cid.key });
  expect(second.body).toMatchObject({ count: 1, usage: [{ currentUsage: 8 }] });
  const summed = await ask('GET /api/v2/usage/quotas/', { key: cid.key });
  expect(summed.body.data).toMatchObject([of]);
  await ask(`DELETE /api/v2/workloads/${resourceId}/`, { key: cid.key });
  const after = await ask('GET /api/v2/account/rateLimitUsage/', { key: cid.key });
  expect(after.body.usage).toMatchObject([{ resourceName: null }, {}, {}]);
  expect((await ask('GET /api/v2/account/rateLimitUsage/')).status).toBe(401);
});

test('minutes are kept for eight days, days for as long as the quota', async () => {
  const { id, enter } = await quota({});
  await enter(ann.id);
  await limiter.flush();
  const store = usageStore(platform.db.queries);
  clock.moveSeconds(8 * 86_400 - 60);
  const since = '&from=2026-03-01T00:00:00Z';
  await store.prune(clock());
  expect((await usage(id, `?window=min${since}`)).body.totalCount).toBe(1);
  clock.moveSeconds(3600);
  await store.prune(clock());
  expect((await usage(id, `?window=min${since}`)).body.totalCount).toBe(0);
  expect((await usage(id, `?window=day${since}`)).body.totalCount).toBe(1);
});
