import { expect, test } from 'vitest';
import { aPerson } from '../../support/people.ts';
import { anId, post } from '../a-quota.ts';

test('401 without credentials, 409 for a second quota of one resource, 403 for the gateway of everybody', async () => {
  expect((await post({}, { key: null })).status).toBe(401);
  const resourceId = anId();
  const first = await post({ resourceId });
  const second = await post({ resourceId });
  expect([second.status, second.body.message]).toEqual([409, expect.stringContaining(first.body.id)]);
  const { token } = await aPerson();
  const gateway = { resourceType: 'workload', resourceId: 'llmGateway' };
  expect((await post(gateway, { key: token })).status).toBe(403);
});
