import { expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';

const { ask, person } = await servedApp();
const PATH = '/api/v2/account/password/';
const signIn = async (username: string, password: string) =>
  (await ask('POST /api/v2/session/', { body: { username, password } })).status;

test('204: the new password signs in, the old one does not, sessions end, keys go on', async () => {
  const { key, username } = await person();
  const session = await ask('POST /api/v2/session/', { body: { username, password: 'correct horse' } });
  const cookie = String(session.headers['set-cookie']).split(';')[0] ?? '';
  const body = { password: 'correct horse', newPassword: 'battery staple' };
  expect((await ask(`POST ${PATH}`, { key, body })).status).toBe(204);
  expect(await signIn(username, 'correct horse')).toBe(401);
  expect(await signIn(username, 'battery staple')).toBe(200);
  expect((await ask('GET /api/v2/version/', { cookie })).status).toBe(401);
  expect((await ask('GET /api/v2/version/', { key })).status).toBe(200);
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
