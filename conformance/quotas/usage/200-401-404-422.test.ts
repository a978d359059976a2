import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { anId, aQuota, aWorkload, PATH } from '../a-quota.ts';

test('usage of a quota: an empty page before anybody called', async () => {
  const one = await aQuota();
  expect((await call('GET', `${one}usage/`)).body).toEqual({
    count: 0,
    next: null,
    previous: null,
    data: [],
    totalCount: 0,
  });
  const { token: key } = await aPerson();
  expect((await call('GET', `${one}usage/`, { key: null })).status).toBe(401);
  expect((await call('GET', `${one}usage/`, { key })).status).toBe(404);
  expect((await call('GET', `${PATH}${anId()}/usage/`)).status).toBe(404);
  for (const query of ['?window=week', '?from=today', '?limit=0', '?a=b'])
    expect([query, (await call('GET', `${one}usage/${query}`)).status]).toEqual([query, 422]);
});

test('account/rateLimitUsage: every limit that binds the caller', async () => {
  const { token: key } = await aPerson();
  const resourceId = await aWorkload({ key });
  await aQuota({ resourceId, resourceType: 'workload' }, { key });
  const { status, body } = await call('GET', '/api/v2/account/rateLimitUsage/', { key });
  expect([status, body.count, body.next, body.previous]).toEqual([200, 1, null, null]);
  expect(body.usage).toMatchObject([
    { resource: `workload ${resourceId} requests per min`, currentUsage: 0, maxUsage: 300 },
  ]);
  expect((await call('GET', '/api/v2/account/rateLimitUsage/', { key: null })).status).toBe(401);
  expect((await call('GET', '/api/v2/account/rateLimitUsage/?limit=0', { key })).status).toBe(422);
});

test('replay: an edited quota that nobody called refuses nobody', async () => {
  const one = await aQuota();
  const answer = await call('POST', `${one}replay/`, { json: { defaultRules: [{ rule: 'requests', limit: 1 }] } });
  expect(answer.body).toMatchObject({ asked: 0, refused: 0, refusedThen: 0, byRule: [], consumers: [] });
  expect((await call('POST', `${one}replay/`)).status).toBe(200);
  expect((await call('POST', `${one}replay/`, { json: { resourceId: 'x' } })).status).toBe(422);
  expect((await call('POST', `${one}replay/`, { json: {}, key: null })).status).toBe(401);
  expect((await call('POST', `${PATH}${anId()}/replay/`, { json: {} })).status).toBe(404);
});
