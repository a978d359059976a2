import { expect, test } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { administratorPermissions } from '../directory/permissions.ts';
import { setupLink } from './first-administrator.ts';

const PATH = '/api/v2/setup/';
const first = { username: 'ada', password: 'correct horse' };

async function freshInstallation() {
  const clock = movableClock();
  const app = await servedApp({ now: clock });
  const link = new URL((await setupLink(app.platform, 'http://localhost:8080')) ?? '');
  return { ...app, clock, link, token: link.searchParams.get('token') ?? '' };
}

test('the link makes the first administrator, signs them in, and is used up', async () => {
  const { ask, link, token, platform } = await freshInstallation();
  expect(link.origin + link.pathname).toBe('http://localhost:8080/setup');
  expect((await ask(`GET ${PATH}`)).body).toEqual({ needed: true });
  const done = await ask(`POST ${PATH}`, { body: { ...first, token, email: 'ada@example.org' } });
  expect(done.status).toBe(200);
  expect(done.body).toMatchObject({ username: 'ada', role: 'admin' });
  const cookie = String(done.headers['set-cookie']).split(';')[0] ?? '';
  const info = (await ask('GET /api/v2/account/info/', { cookie })).body;
  expect(Object.entries(info.permissions).filter(([, held]) => held)).toHaveLength(administratorPermissions().length);
  expect((await ask(`GET ${PATH}`)).body).toEqual({ needed: false });
  expect((await ask(`POST ${PATH}`, { body: { ...first, username: 'eve', token } })).status).toBe(409);
  expect(await setupLink(platform, 'http://localhost')).toBeNull();
  expect(await platform.db.queries.selectFrom('setup_tokens').selectAll().execute()).toEqual([]);
});

test('used many times at the same moment the link makes one administrator', async () => {
  const { ask, token, platform } = await freshInstallation();
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((username) => ask(`POST ${PATH}`, { body: { ...first, username, token } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(await platform.db.queries.selectFrom('users').select('id').execute()).toHaveLength(1);
});

test('403: a wrong link, and one that is a week old', async () => {
  const { ask, token, clock } = await freshInstallation();
  const wrong = await ask(`POST ${PATH}`, { body: { ...first, token: 'guess' } });
  expect(wrong.status).toBe(403);
  expect(wrong.body.message).toContain('almanac serve');
  clock.moveSeconds(7 * 24 * 3600);
  expect((await ask(`POST ${PATH}`, { body: { ...first, token } })).status).toBe(403);
});

test('422: names and passwords that cannot be used; the link stays good', async () => {
  const { ask, token } = await freshInstallation();
  for (const body of [{ token }, { ...first, token, username: 'a b' }, { ...first, token, password: 'short' }]) {
    expect((await ask(`POST ${PATH}`, { body })).status).toBe(422);
  }
  expect((await ask(`POST ${PATH}`, { body: { ...first, token } })).status).toBe(200);
});
