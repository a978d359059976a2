import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';

const KEYS = '/api/v2/account/apiKeys/';
const mayRead = async (key: string) => (await call('GET', '/api/v2/version/', { key })).status;

test('201, 200, 204: made, shown once, renamed, expired, revoked', async () => {
  const { token: key } = await aPerson();
  const made = await call('POST', KEYS, { key, json: { name: 'laptop' } });
  expect(made.status).toBe(201);
  const { id, key: secret } = made.body;
  expect(await mayRead(secret)).toBe(200);
  expect(made.headers.get('location')).toMatch(new RegExp(`/api/v2/account/apiKeys/${id}/$`));

  const shown = await call('GET', `${KEYS}${id}/`, { key });
  expect(shown.body).toMatchObject({
    id,
    name: 'laptop',
    expireAt: null,
    prefix: secret.slice(0, shown.body.prefix.length),
  });
  expect(shown.text).not.toContain(secret);
  expect((await call('GET', KEYS, { key })).text).not.toContain(secret);

  expect((await call('PATCH', `${KEYS}${id}/`, { key, json: { name: 'desk' } })).body.name).toBe('desk');
  expect((await call('PATCH', `${KEYS}${id}/`, { key, json: { expireAt: '2020-01-01T00:00:00Z' } })).status).toBe(200);
  expect(await mayRead(secret)).toBe(401);
  expect((await call('PATCH', `${KEYS}${id}/`, { key, json: { expireAt: null } })).status).toBe(200);
  expect(await mayRead(secret)).toBe(200);

  expect((await call('DELETE', `${KEYS}${id}/`, { key })).status).toBe(204);
  expect(await mayRead(secret)).toBe(401);
  expect((await call('GET', `${KEYS}${id}/`, { key })).status).toBe(404);
});

test('404: the key of somebody else is unknown', async () => {
  const [ada, bob] = [await aPerson(), await aPerson()];
  const { body } = await call('POST', KEYS, { key: ada.token, json: { name: 'hers' } });
  for (const method of ['GET', 'DELETE']) {
    expect((await call(method, `${KEYS}${body.id}/`, { key: bob.token })).status).toBe(404);
  }
  expect((await call('PATCH', `${KEYS}${body.id}/`, { key: bob.token, json: { name: 'mine' } })).status).toBe(404);
  expect((await call('GET', KEYS, { key: bob.token })).body.data).toEqual([]);
});

test('422: an end that is no time', async () => {
  const answer = await call('POST', KEYS, { json: { name: 'x', expireAt: 'tomorrow' } });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual(['expireAt']);
});

test('the list is paged, and next can be followed', async () => {
  const { token: key } = await aPerson();
  for (const name of ['a', 'b', 'c']) await call('POST', KEYS, { key, json: { name } });
  const first = await call('GET', `${KEYS}?limit=2`, { key });
  expect(first.body).toMatchObject({ count: 2, totalCount: 3, previous: null });
  const second = await call('GET', first.body.next.replace(/^https?:\/\/[^/]+/, ''), { key });
  expect(second.body).toMatchObject({ count: 1, totalCount: 3, next: null });
});
