import { expect, test } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';

const clock = movableClock();
const { ask, person } = await servedApp({ now: clock });
const own = { 'sec-fetch-site': 'same-origin' };

async function signedIn() {
  const owner = await person();
  const answer = await ask('POST /api/v2/session/', {
    body: { username: owner.username, password: 'correct horse' },
    headers: own,
  });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  return { ...owner, answer, cookie };
}

test('200: signing in sets a cookie that opens the API', async () => {
  const { answer, cookie, id, username } = await signedIn();
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ uid: id, username, role: 'user' });
  expect(String(answer.headers['set-cookie'])).toMatch(/; HttpOnly; SameSite=Strict$/);
  const info = await ask('GET /api/v2/account/info/', { cookie });
  expect([info.status, info.body.uid]).toEqual([200, id]);
});

test('the cookie is secure when the address is', async () => {
  const { username } = await person();
  const answer = await ask('POST /api/v2/session/', {
    body: { username, password: 'correct horse' },
    headers: { 'x-forwarded-proto': 'https' },
  });
  expect(String(answer.headers['set-cookie'])).toMatch(/; Secure$/);
});

test('403: what changes something is taken from our own pages only', async () => {
  const { cookie } = await signedIn();
  const create = (headers: Record<string, string>) =>
    ask('POST /api/v2/account/apiKeys/', { cookie, headers, body: { name: 'x' } });
  expect((await create({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await create({ 'sec-fetch-site': 'same-site' })).status).toBe(403);
  expect((await create({ origin: 'http://evil.example', host: 'localhost:8080' })).status).toBe(403);
  const bare = await create({});
  expect(bare.status).toBe(403);
  expect(bare.body.message).toContain('Authorization: Bearer');
  expect((await create(own)).status).toBe(201);
  expect((await create({ origin: 'http://localhost:8080', host: 'localhost:8080' })).status).toBe(201);
});

test('403: another site cannot sign its visitors in', async () => {
  const { username } = await person();
  const answer = await ask('POST /api/v2/session/', {
    body: { username, password: 'correct horse' },
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(answer.status).toBe(403);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('204: signing out ends this session at once, and no other', async () => {
  const { cookie, username } = await signedIn();
  const elsewhere = await ask('POST /api/v2/session/', { body: { username, password: 'correct horse' } });
  const otherCookie = String(elsewhere.headers['set-cookie']).split(';')[0] ?? '';
  const out = await ask('DELETE /api/v2/session/', { cookie, headers: own });
  expect(out.status).toBe(204);
  expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
  expect((await ask('GET /api/v2/version/', { cookie })).status).toBe(401);
  expect((await ask('GET /api/v2/version/', { cookie: otherCookie })).status).toBe(200);
  expect((await ask('DELETE /api/v2/session/', { cookie, headers: own })).status).toBe(401);
});

test('401: a session ends after a week, and its secret is no API key', async () => {
  const { cookie } = await signedIn();
  expect((await ask('GET /api/v2/version/', { key: cookie.split('=')[1] ?? '' })).status).toBe(401);
  clock.moveSeconds(7 * 24 * 3600 - 1);
  expect((await ask('GET /api/v2/version/', { cookie })).status).toBe(200);
  clock.moveSeconds(1);
  expect((await ask('GET /api/v2/version/', { cookie })).status).toBe(401);
});

test('401: an API key is no session', async () => {
  const { key } = await person();
  expect((await ask('GET /api/v2/version/', { cookie: `almanac_session=${key}` })).status).toBe(401);
});

test('204: somebody with a key has no session to end', async () => {
  const { key } = await person();
  expect((await ask('DELETE /api/v2/session/', { key })).status).toBe(204);
  expect((await ask('GET /api/v2/version/', { key })).status).toBe(200);
});

test('422: bodies of a wrong shape', async () => {
  expect((await ask('POST /api/v2/session/', { body: { username: 'x' } })).status).toBe(422);
  expect((await ask('POST /api/v2/session/', { body: [] })).status).toBe(422);
});
