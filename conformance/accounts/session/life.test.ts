import { expect, inject, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';

const SESSION = '/api/v2/session/';

test('signed in by cookie, safe from other sites, signed out', async () => {
  const { username, password } = await aPerson();
  const begun = await call('POST', SESSION, { key: null, json: { username, password } });
  expect(begun.status).toBe(200);
  const set = begun.headers.get('set-cookie') ?? '';
  expect(set).toMatch(/HttpOnly/i);
  expect(set).toMatch(/SameSite=(Strict|Lax)/i);
  const cookie = set.split(';')[0] ?? '';
  const own = { cookie, origin: inject('target').url, 'sec-fetch-site': 'same-origin' };

  expect((await call('GET', '/api/v2/account/info/', { key: null, headers: { cookie } })).status).toBe(200);
  const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const forged = await call('POST', '/api/v2/account/apiKeys/', { key: null, headers: foreign, json: { name: 'x' } });
  expect(forged.status).toBe(403);
  const real = await call('POST', '/api/v2/account/apiKeys/', { key: null, headers: own, json: { name: 'x' } });
  expect(real.status).toBe(201);

  expect((await call('DELETE', SESSION, { key: null, headers: own })).status).toBe(204);
  expect((await call('GET', '/api/v2/account/info/', { key: null, headers: { cookie } })).status).toBe(401);
});

test('401: wrong credentials set no cookie', async () => {
  const answer = await call('POST', SESSION, { key: null, json: { username: 'nobody-here', password: 'x' } });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('set-cookie')).toBeNull();
});

test('204: a script that keeps the cookie can end its session; another site cannot', async () => {
  const { username, password } = await aPerson();
  const begun = await call('POST', SESSION, { key: null, json: { username, password } });
  const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const foreign = { cookie, origin: 'https://evil.example' };
  expect((await call('DELETE', SESSION, { key: null, headers: foreign })).status).toBe(403);
  expect((await call('DELETE', SESSION, { key: null, headers: { cookie } })).status).toBe(204);
  expect((await call('GET', '/api/v2/account/info/', { key: null, headers: { cookie } })).status).toBe(401);
});

test('403: a change with nothing but the cookie', async () => {
  const { username, password } = await aPerson();
  const begun = await call('POST', SESSION, { key: null, json: { username, password } });
  const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const made = await call('POST', '/api/v2/account/apiKeys/', { key: null, headers: { cookie }, json: { name: 'x' } });
  expect(made.status).toBe(403);
});
