import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';

const INFO = '/api/v2/account/info/';

test('200: who I am, with every permission as a boolean', async () => {
  const person = await aPerson({
    firstName: 'Ada',
    email: 'ada@example.com',
    permissions: ['ENABLE_PREDICTIONS_ADMIN'],
  });
  const { status, body } = await call('GET', INFO, { key: person.token });
  expect(status).toBe(200);
  expect(body).toMatchObject({ uid: person.id, firstName: 'Ada', email: 'ada@example.com' });
  expect(body.orgId).toMatch(/^[0-9a-f]{24}$/);
  expect(body.permissions.ENABLE_PREDICTIONS_ADMIN).toBe(true);
  expect(Object.values(body.permissions).every((value) => typeof value === 'boolean')).toBe(true);
});

test.each([
  ['no credentials', {}],
  ['an unknown key', { authorization: 'Bearer nobody' }],
  ['an empty scheme', { authorization: 'Bearer' }],
  ['an unknown scheme', { authorization: 'Digest x' }],
])('401: %s', async (_, headers) => {
  const answer = await call('GET', INFO, { key: null, headers });
  expect(answer.status).toBe(401);
  expect(answer.body.message).toMatch(/Authorization/i);
});
