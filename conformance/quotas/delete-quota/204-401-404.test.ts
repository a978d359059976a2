import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { anId, aQuota, post } from '../a-quota.ts';

test('204: gone, and the resource may have another', async () => {
  const resourceId = anId();
  const one = await aQuota({ resourceId });
  const { token: key } = await aPerson();
  expect((await call('DELETE', one, { key: null })).status).toBe(401);
  expect((await call('DELETE', one, { key })).status).toBe(404);
  const gone = await call('DELETE', one);
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect((await call('GET', one)).status).toBe(404);
  expect((await call('DELETE', one)).status).toBe(404);
  expect((await post({ resourceId })).status).toBe(200);
});
