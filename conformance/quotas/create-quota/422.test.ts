import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { PATH, post, postLimit, REQUESTS } from '../a-quota.ts';

const policy = (more: object = {}) => ({ consumerId: 'c', consumerType: 'user', rules: [], ...more });

test('limits outside of the bounds, which are exclusive', async () => {
  for (const limit of ['0', '-1', '1.5', '9223372036854776000'])
    expect([limit, (await postLimit(limit)).status]).toEqual([limit, 422]);
});

test('no body, and fields that are missing, wrong or unknown, each with its place', async () => {
  const empty = await call('POST', PATH);
  expect([empty.status, Object.keys(empty.body.errors)]).toEqual([422, ['resourceId', 'resourceType', 'defaultRules']]);
  expect(new Set(Object.values(empty.body.errors))).toEqual(new Set(['This field is required']));
  expect((await post({ resourceType: 'project' })).body.errors.resourceType).toBe(
    'Must be one of deployment, workload; got "project"',
  );
  const places = async (body: object) => {
    const answer = await post(body);
    return [answer.status, ...Object.keys(answer.body.errors ?? {})];
  };
  const rules = (count: number) => Array.from({ length: count }, () => REQUESTS);
  expect(await places({ resourceType: 'project' })).toEqual([422, 'resourceType']);
  expect(await places({ defaultRules: rules(101) })).toEqual([422, 'defaultRules']);
  expect(await places({ defaultRules: [{ ...REQUESTS, window: 'week' }] })).toEqual([422, 'defaultRules.0.window']);
  expect(await places({ policies: [policy({ consumerType: 'robot' })] })).toEqual([422, 'policies.0.consumerType']);
  expect(await places({ policies: [policy({ reserved: 1.1 })] })).toEqual([422, 'policies.0.reserved']);
  expect(await places({ policies: Array.from({ length: 10_001 }, () => policy()) })).toEqual([422, 'policies']);
  expect(await places({ saturationThreshold: -0.1 })).toEqual([422, 'saturationThreshold']);
  expect(await places({ capacity: { capacity: 2_147_483_648, units: 'token' } })).toEqual([422, 'capacity.capacity']);
  expect(await places({ capacity: { capacity: 1, units: 'bytes' } })).toEqual([422, 'capacity.units']);
  expect(await places({ colour: 'red' })).toEqual([422, 'colour']);
});

test('a quota that contradicts itself', async () => {
  expect((await post({ defaultRules: [REQUESTS, REQUESTS] })).status).toBe(422);
  expect((await post({ policies: [policy(), policy()] })).status).toBe(422);
  const shares = [policy({ reserved: 0.6 }), policy({ consumerId: 'd', reserved: 0.5 })];
  expect((await post({ policies: shares })).status).toBe(422);
});
