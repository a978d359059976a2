import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { anId, aQuota, PATH, REQUESTS } from '../a-quota.ts';

test('200: what is absent stays, null clears the threshold, no body changes nothing', async () => {
  const policies = [{ consumerId: 'c', consumerType: 'user', rules: [REQUESTS], reserved: 0.5 }];
  const capacity = { capacity: 10, units: 'requests' };
  const one = await aQuota({ policies, capacity, saturationThreshold: 0.5 });
  const before = (await call('GET', one)).body;
  expect((await call('PATCH', one)).body).toEqual(before);
  const hourly = [{ ...REQUESTS, window: 'hour' }];
  const rules = await call('PATCH', one, { json: { defaultRules: hourly } });
  expect([rules.status, rules.body]).toEqual([200, { ...before, defaultRules: hourly }]);
  const cleared = await call('PATCH', one, { json: { saturationThreshold: null } });
  expect(cleared.body).toEqual({ ...before, defaultRules: hourly, saturationThreshold: null });
  expect((await call('GET', one)).body).toEqual(cleared.body);
});

test('401, 404: nobody changes the quotas of others', async () => {
  const one = await aQuota();
  const { token: key } = await aPerson();
  expect((await call('PATCH', one, { key: null, json: {} })).status).toBe(401);
  expect((await call('PATCH', one, { key, json: {} })).status).toBe(404);
  expect((await call('PATCH', `${PATH}${anId()}/`, { json: {} })).status).toBe(404);
});

test('422: what may not change, and what is out of bounds', async () => {
  const one = await aQuota();
  for (const json of [
    { resourceId: 'x' },
    { resourceType: 'workload' },
    { defaultRules: [{ ...REQUESTS, limit: 0 }] },
    { defaultRules: null },
    { saturationThreshold: 2 },
  ])
    expect([json, (await call('PATCH', one, { json })).status]).toEqual([json, 422]);
});
