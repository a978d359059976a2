import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';

test('403: an ordinary user administers nobody', async () => {
  const [ada, bob] = [await aPerson(), await aPerson()];
  const json = { username: 'new-person', password: 'long enough a password' };
  expect((await call('POST', '/api/v2/users/', { key: ada.token, json })).status).toBe(403);
  const patched = await call('PATCH', `/api/v2/users/${bob.id}/`, { key: ada.token, json: { role: 'admin' } });
  expect([403, 404]).toContain(patched.status);
});

test('a disabled user is out at once, token and keys alike', async () => {
  const person = await aPerson();
  const { body } = await call('POST', '/api/v2/account/apiKeys/', { key: person.token, json: { name: 'k' } });
  expect((await call('PATCH', `/api/v2/users/${person.id}/`, { json: { disabled: true } })).status).toBe(200);
  for (const key of [person.token, body.key]) {
    expect((await call('GET', '/api/v2/account/info/', { key })).status).toBe(401);
  }
});

test('409: a name that is taken, whatever its case', async () => {
  const { username } = await aPerson();
  const answer = await call('POST', '/api/v2/users/', {
    json: { username: username.toUpperCase(), password: 'long enough a password' },
  });
  expect(answer.status).toBe(409);
  expect(answer.body.message).toContain(username.toUpperCase());
});

test('422: an unknown permission is named with those there are', async () => {
  const json = { username: 'someone-else', password: 'long enough a password', permissions: ['ENABLE_MAGIC'] };
  const answer = await call('POST', '/api/v2/users/', { json });
  expect(answer.status).toBe(422);
  expect(answer.text).toContain('ENABLE_MAGIC');
  expect(answer.text).toContain('ENABLE_PREDICTIONS_ADMIN');
});
