import { randomBytes } from 'node:crypto';
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

test('200: a username that is an e-mail address is the e-mail, unless another one is known', async () => {
  const emailOf = async (more: object) => {
    const username = `${randomBytes(6).toString('hex')}@example.com`;
    const password = randomBytes(12).toString('hex');
    await call('POST', '/api/v2/users/', { json: { username, password, ...more } });
    const token = await call('POST', '/api/v2/api_token/', { key: null, json: { username, password } });
    const { body } = await call('GET', INFO, { key: token.body.api_token });
    return body.email === username ? 'the username' : body.email;
  };
  expect(await emailOf({})).toBe('the username');
  const other = `${randomBytes(6).toString('hex')}@example.org`;
  expect(await emailOf({ email: other })).toBe(other);
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
