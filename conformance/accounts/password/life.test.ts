import { expect, inject, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';

const PASSWORD = '/api/v2/account/password/';
const RESET = '/api/v2/passwordReset/';
const signIn = (username: string, password: string) =>
  call('POST', '/api/v2/session/', { key: null, json: { username, password } });
const cookieIn = (headers: Headers) => headers.getSetCookie()[0]?.split(';')[0] ?? '';
const open = async (cookie: string) =>
  (await call('GET', '/api/v2/account/info/', { key: null, headers: { cookie } })).status === 200;

test('a new password ends the other sessions, renews the own one, and ends keys and the token when asked', async () => {
  const { username, password, token } = await aPerson();
  const { body: made } = await call('POST', '/api/v2/account/apiKeys/', { key: token, json: { name: 'k' } });
  const [own, other] = [await signIn(username, password), await signIn(username, password)];
  const cookie = cookieIn(own.headers);
  const json = { password, newPassword: 'seven quiet compilers', revokeApiKeys: true, revokeApiToken: true };
  const headers = { cookie, origin: inject('target').url, 'sec-fetch-site': 'same-origin' };
  const changed = await call('POST', PASSWORD, { key: null, headers, json });
  expect(changed.status).toBe(204);
  expect([await open(cookie), await open(cookieIn(other.headers))]).toEqual([false, false]);
  expect(await open(cookieIn(changed.headers))).toBe(true);
  for (const key of [token, made.key]) expect((await call('GET', '/api/v2/version/', { key })).status).toBe(401);
  expect((await signIn(username, password)).status).toBe(401);
  expect((await signIn(username, 'seven quiet compilers')).status).toBe(200);
});

test('422: common passwords are refused where one is chosen', async () => {
  const { id, username, password, token } = await aPerson();
  const weak = 'Password1!';
  const made = await call('POST', '/api/v2/users/', { json: { username: `${username}-2`, password: weak } });
  const set = await call('PATCH', `/api/v2/users/${id}/`, { json: { password: weak } });
  const own = await call('POST', PASSWORD, { key: token, json: { password, newPassword: weak } });
  expect([made.status, set.status, own.status]).toEqual([422, 422, 422]);
  expect([made.body.errors.password, own.body.errors.newPassword]).toEqual([
    expect.stringContaining('too common'),
    expect.stringContaining('too common'),
  ]);
});

test('an administrator makes a link, with which the owner chooses a password once', async () => {
  const { id, username, password, token } = await aPerson();
  expect((await call('POST', `/api/v2/users/${id}/passwordReset/`, { key: token })).status).toBe(403);
  const session = cookieIn((await signIn(username, password)).headers);
  const { status, body } = await call('POST', `/api/v2/users/${id}/passwordReset/`, { json: { delivery: 'link' } });
  expect(status).toBe(200);
  expect(new URL(body.link).origin).toBe(new URL(inject('target').url).origin);
  const secret = new URLSearchParams(new URL(body.link).hash.slice(1)).get('token');
  const choose = (newPassword: string) => call('POST', RESET, { key: null, json: { token: secret, newPassword } });
  expect((await choose('password')).status).toBe(422);
  expect((await choose('nine tall lighthouses')).status).toBe(204);
  expect((await choose('ten tall lighthouses')).status).toBe(403);
  expect(await open(session)).toBe(false);
  expect((await signIn(username, password)).status).toBe(401);
  expect((await signIn(username, 'nine tall lighthouses')).status).toBe(200);
});

test('an owner signs in on a known device while somebody else guesses', async () => {
  const { username, password } = await aPerson();
  const begun = await signIn(username, password);
  const device = begun.headers.getSetCookie().find((one) => one.startsWith('almanac_device=')) ?? '';
  for (let guess = 0; guess < 12; guess++) await signIn(username, `guess ${guess}`);
  expect((await signIn(username, password)).status).toBe(429);
  const headers = { cookie: device.split(';')[0] ?? '' };
  const known = await call('POST', '/api/v2/session/', { key: null, headers, json: { username, password } });
  expect(known.status).toBe(200);
});
