import { expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';

const { ask, person, platform } = await servedApp();
const PATH = '/api/v2/api_token/';
const credentials = (username: string, password = 'correct horse') => ({ username, password });
const works = async (key: string) => (await ask('GET /api/v2/version/', { key })).status === 200;

test('an account has a token from birth, and GET shows the same one every time, by key, token or password', async () => {
  const { key, username } = await person({ email: 'Token.Owner@example.org' });
  const first = await ask(`GET ${PATH}`, { key });
  expect(first.status).toBe(200);
  expect(first.body).toEqual({ api_token: expect.any(String) });
  expect((await ask(`GET ${PATH}`, { key: first.body.api_token })).body).toEqual(first.body);
  expect((await ask(`GET ${PATH}`, { basic: [username, 'correct horse'] })).body).toEqual(first.body);
  expect((await ask(`GET ${PATH}`, { basic: ['token.owner@EXAMPLE.org', 'correct horse'] })).body).toEqual(first.body);
  expect(first.headers.deprecation).toBe('true');
});

test('POST replaces the token; the old one stops at once, keys go on', async () => {
  const { key, username } = await person();
  const before = (await ask(`GET ${PATH}`, { key })).body.api_token;
  expect(await works(before)).toBe(true);
  const { status, body } = await ask(`POST ${PATH}`, { body: credentials(username.toUpperCase()) });
  expect(status).toBe(200);
  expect(body.api_token).not.toBe(before);
  expect(await works(before)).toBe(false);
  expect(await works(body.api_token)).toBe(true);
  expect(await works(key)).toBe(true);
  expect((await ask(`GET ${PATH}`, { key })).body.api_token).toBe(body.api_token);
});

test('of tokens replaced at the same moment exactly one works afterwards', async () => {
  const { key, username } = await person();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ask(`POST ${PATH}`, { body: credentials(username) })),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const tokens = answers.map(({ body }) => body.api_token as string);
  const alive = await Promise.all(tokens.map(works));
  expect(alive.filter(Boolean)).toHaveLength(1);
  expect((await ask(`GET ${PATH}`, { key })).body.api_token).toBe(tokens[alive.indexOf(true)]);
});

test('the token is stored encrypted', async () => {
  const { key, id } = await person();
  const { api_token: token } = (await ask(`GET ${PATH}`, { key })).body;
  const { rows } = await platform.db.pool.query('SELECT * FROM api_tokens WHERE user_id = $1', [id]);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token.slice(5));
});

test('401: unknown name, wrong password and disabled account read alike', async () => {
  const { username } = await person();
  const gone = await person();
  await platform.db.queries.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', gone.id).execute();
  const refusals = [
    await ask(`POST ${PATH}`, { body: credentials('nobody-at-all') }),
    await ask(`POST ${PATH}`, { body: credentials(username, 'wrong') }),
    await ask(`POST ${PATH}`, { body: credentials(gone.username) }),
    await ask(`GET ${PATH}`, { basic: [username, 'wrong'] }),
  ];
  for (const refusal of refusals) {
    expect(refusal.status).toBe(401);
    expect(refusal.body).toEqual(refusals[0]?.body);
  }
  expect((await ask(`GET ${PATH}`)).status).toBe(401);
});

test('422: bodies of a wrong shape', async () => {
  for (const body of [
    {},
    { username: 'x' },
    { ...credentials('x'), totpCode: 123456 },
    { ...credentials('x'), otp: '1' },
  ]) {
    const answer = await ask(`POST ${PATH}`, { body });
    expect(answer.status).toBe(422);
  }
});
