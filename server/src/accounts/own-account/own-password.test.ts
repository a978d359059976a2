import { expect, test } from 'vitest';
import { type Asked, type AskOptions, servedApp } from '../../../test/served-app.ts';

const { ask, person } = await servedApp();
const PATH = '/api/v2/account/password/';
const CHANGE = { password: 'correct horse', newPassword: 'battery staple' };
const FROM_CONSOLE = { 'sec-fetch-site': 'same-origin' };
const signInAs = (username: string, password: string) => ask('POST /api/v2/session/', { body: { username, password } });
const signIn = async (username: string, password: string) => (await signInAs(username, password)).status;
const sessionOf = ({ headers }: Asked) => String(headers['set-cookie']).split(';')[0] ?? '';
const works = async (caller: AskOptions) => (await ask('GET /api/v2/version/', caller)).status === 200;

test('204: the new password signs in, the old one does not, sessions end, keys and the token go on', async () => {
  const { key, username } = await person();
  const cookie = sessionOf(await signInAs(username, 'correct horse'));
  const token = (await ask('GET /api/v2/api_token/', { key })).body.api_token;
  const changed = await ask(`POST ${PATH}`, { key, body: CHANGE });
  expect([changed.status, changed.headers['set-cookie']]).toEqual([204, undefined]);
  expect(await signIn(username, 'correct horse')).toBe(401);
  expect(await signIn(username, 'battery staple')).toBe(200);
  expect([await works({ cookie }), await works({ key }), await works({ key: token })]).toEqual([false, true, true]);
});

test('204: with a session the other sessions end and the own one is replaced by a new one', async () => {
  const { username } = await person();
  const [own, other] = [
    sessionOf(await signInAs(username, 'correct horse')),
    sessionOf(await signInAs(username, 'correct horse')),
  ];
  const changed = await ask(`POST ${PATH}`, { cookie: own, headers: FROM_CONSOLE, body: CHANGE });
  expect(changed.status).toBe(204);
  const renewed = sessionOf(changed);
  expect(renewed).toMatch(/^almanac_session=alms/);
  expect([await works({ cookie: own }), await works({ cookie: other })]).toEqual([false, false]);
  expect(await works({ cookie: renewed })).toBe(true);
});

test('204: keys and the token go when asked for, also the key that asks', async () => {
  const { key, username } = await person();
  const made = await ask('POST /api/v2/account/apiKeys/', { key, body: { name: 'second' } });
  const token = (await ask('GET /api/v2/api_token/', { key })).body.api_token;
  const cookie = sessionOf(await signInAs(username, 'correct horse'));
  const body = { ...CHANGE, revokeApiKeys: true, revokeApiToken: true };
  const changed = await ask(`POST ${PATH}`, { cookie, headers: FROM_CONSOLE, body });
  expect(changed.status).toBe(204);
  for (const secret of [key, made.body.key, token]) expect(await works({ key: secret })).toBe(false);
  const renewed = { cookie: sessionOf(changed) };
  expect((await ask('GET /api/v2/account/apiKeys/', renewed)).body.data).toEqual([]);
  expect((await ask('GET /api/v2/api_token/', renewed)).body.api_token).not.toBe(token);
});

test('204: the one that is asked for goes, the other stays', async () => {
  const { key } = await person();
  const token = (await ask('GET /api/v2/api_token/', { key })).body.api_token;
  expect((await ask(`POST ${PATH}`, { key, body: { ...CHANGE, revokeApiToken: true } })).status).toBe(204);
  expect([await works({ key }), await works({ key: token })]).toEqual([true, false]);
});

test('401, 422, 429: nobody, a wrong present password, a new one that is too short, too many tries', async () => {
  const { key, username } = await person();
  const change = (password: string, newPassword = 'battery staple') =>
    ask(`POST ${PATH}`, { key, body: { password, newPassword } });
  expect((await ask(`POST ${PATH}`, { body: { password: 'x', newPassword: 'battery staple' } })).status).toBe(401);
  expect((await change('correct horse', 'short')).body.errors.newPassword).toContain('at least 8');
  const statuses = [];
  for (let attempt = 0; attempt < 6; attempt++) statuses.push((await change('wrong')).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  expect(await signIn(username, 'correct horse')).toBe(429);
});

test('422: common passwords are refused wherever one is chosen, and never repeated in the answer', async () => {
  const admin = await person({ role: 'admin' });
  const user = await person({ email: 'grace.hopper@example.org' });
  const newPassword = 'iloveyou2';
  const own = await ask(`POST ${PATH}`, { key: user.key, body: { password: 'correct horse', newPassword } });
  const made = { key: admin.key, body: { username: 'newcomer', password: newPassword } };
  const created = await ask('POST /api/v2/users/', made);
  const changed = await ask(`PATCH /api/v2/users/${user.id}/`, { key: admin.key, body: { password: newPassword } });
  for (const [answer, field] of [
    [own, 'newPassword'],
    [created, 'password'],
    [changed, 'password'],
  ] as const) {
    expect([answer.status, answer.body.errors[field]]).toEqual([422, expect.stringContaining('most used')]);
    expect(answer.text).not.toContain(newPassword);
  }
  const named = { password: 'grace.hopper1' };
  const byName = await ask(`PATCH /api/v2/users/${user.id}/`, { key: admin.key, body: named });
  expect([byName.status, byName.body.errors.password]).toEqual([422, expect.stringContaining('e-mail address')]);
});

test('422: administrators change their own password here, not by PATCH, which asks for no present one', async () => {
  const admin = await person({ role: 'admin' });
  const line = `PATCH /api/v2/users/${admin.id}/`;
  const answer = await ask(line, { key: admin.key, body: { password: 'battery staple' } });
  expect([answer.status, answer.body.errors.password]).toEqual([422, expect.stringContaining('account/password/')]);
  expect(await signIn(admin.username, 'correct horse')).toBe(200);
});
