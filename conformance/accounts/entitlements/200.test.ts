import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';

test('every asked name comes back, known or not', async () => {
  const { token: key } = await aPerson({ permissions: ['ENABLE_PREDICTIONS_ADMIN'] });
  const entitlements = [
    { name: 'ENABLE_PREDICTIONS_ADMIN' },
    { name: 'ENABLE_ACL_SYNCHRONIZATION' },
    { name: 'NOBODY_KNOWS' },
  ];
  const { body } = await call('POST', '/api/v2/entitlements/evaluate/', { key, json: { entitlements } });
  expect(body.entitlements).toEqual([
    { name: 'ENABLE_PREDICTIONS_ADMIN', value: true },
    { name: 'ENABLE_ACL_SYNCHRONIZATION', value: false },
    { name: 'NOBODY_KNOWS', value: false },
  ]);
});
