import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { anId, aQuota, aWorkload, PATH } from '../a-quota.ts';

test('200: one, and pages by offset and limit', async () => {
  const { token: key } = await aPerson();
  const resourceId = await aWorkload({ key });
  const one = await aQuota({ resourceId, resourceType: 'workload' }, { key });
  await aQuota({ resourceId: await aWorkload({ key }), resourceType: 'workload' }, { key });
  expect((await call('GET', one, { key })).body.resourceId).toBe(resourceId);
  const page = (await call('GET', `${PATH}?offset=0&limit=1`, { key })).body;
  expect(page).toMatchObject({ count: 1, totalCount: 2, previous: null });
  const next = await call('GET', new URL(page.next).pathname + new URL(page.next).search, { key });
  expect(next.body).toMatchObject({ count: 1, next: null });
  const exact = await call('GET', `${PATH}?offset=0&limit=10000&resourceType=workload&resourceId=${resourceId}`, {
    key,
  });
  expect(exact.body.data).toMatchObject([{ resourceId }]);
  expect((await call('GET', `${PATH}?offset=0&limit=10&resourceId=${anId()}`, { key })).body.data).toEqual([]);
});

test('401 without credentials, 404 for the quotas of others', async () => {
  const one = await aQuota();
  const { token: key } = await aPerson();
  expect((await call('GET', one, { key: null })).status).toBe(401);
  expect((await call('GET', one, { key })).status).toBe(404);
  expect((await call('GET', `${PATH}${anId()}/`)).status).toBe(404);
});

test('422: offset and limit are required and have bounds', async () => {
  const missing = await call('GET', PATH);
  expect([missing.status, Object.keys(missing.body.errors)]).toEqual([422, ['offset', 'limit']]);
  for (const query of [
    '?offset=0',
    '?limit=1',
    '?offset=-1&limit=1',
    '?offset=0&limit=0',
    '?offset=0&limit=10001',
    '?offset=0&limit=1&a=b',
  ])
    expect([query, (await call('GET', PATH + query)).status]).toEqual([query, 422]);
});
