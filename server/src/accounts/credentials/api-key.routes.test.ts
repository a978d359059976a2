import { expect, test } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';

const clock = movableClock();
const { ask, person, platform } = await servedApp({ now: clock });
const owner = await person();
const other = await person();

const create = (body: object, key = owner.key) => ask('POST /api/v2/account/apiKeys/', { key, body });
const works = async (key: string) => (await ask('GET /api/v2/version/', { key })).status === 200;

test('201: a new key is shown once, with its place, and works', async () => {
  const { status, body, headers } = await create({ name: 'laptop' });
  expect(status).toBe(201);
  expect(headers.location).toMatch(new RegExp(`^http://.*/api/v2/account/apiKeys/${body.id}/$`));
  expect(body).toMatchObject({ name: 'laptop', expireAt: null, lastUsed: null, createdAt: clock().toISOString() });
  expect(body.key.startsWith(body.prefix)).toBe(true);
  expect(await works(body.key)).toBe(true);
  const again = await ask(`GET /api/v2/account/apiKeys/${body.id}/`, { key: owner.key });
  expect(again.status).toBe(200);
  expect(again.body).not.toHaveProperty('key');
});

test('the text of a key is stored nowhere', async () => {
  const { body } = await create({ name: 'hidden' });
  const { rows } = await platform.db.pool.query('SELECT * FROM api_keys WHERE id = $1', [body.id]);
  expect(JSON.stringify(rows)).not.toContain(body.key.slice(10));
});

test('200: the list is paged, oldest first, and shows only one’s own keys', async () => {
  const lonely = await person();
  for (const name of ['a', 'b', 'c']) {
    clock.moveSeconds(1);
    await create({ name }, lonely.key);
  }
  const first = await ask('GET /api/v2/account/apiKeys/?limit=3', { key: lonely.key });
  expect(first.body).toMatchObject({ count: 3, totalCount: 4, previous: null });
  expect(first.body.data.map((key: { name: string }) => key.name)).toEqual(['first', 'a', 'b']);
  const next = new URL(first.body.next);
  const second = await ask(`GET ${next.pathname}${next.search}`, { key: lonely.key });
  expect(second.body.data.map((key: { name: string }) => key.name)).toEqual(['c']);
  expect(second.body.next).toBeNull();
});

test('200: a key is renamed', async () => {
  const { body } = await create({ name: 'old' });
  const changed = await ask(`PATCH /api/v2/account/apiKeys/${body.id}/`, { key: owner.key, body: { name: 'new' } });
  expect(changed.status).toBe(200);
  expect(changed.body.name).toBe('new');
  expect(changed.body.expireAt).toBeNull();
});

test('a key ends when its time has come, and lives on when that time is taken away', async () => {
  const inAnHour = new Date(clock().getTime() + 3600_000).toISOString();
  const { body } = await create({ name: 'short', expireAt: inAnHour });
  expect(await works(body.key)).toBe(true);
  clock.moveSeconds(3599);
  expect(await works(body.key)).toBe(true);
  clock.moveSeconds(1);
  expect(await works(body.key)).toBe(false);
  await ask(`PATCH /api/v2/account/apiKeys/${body.id}/`, { key: owner.key, body: { expireAt: null } });
  expect(await works(body.key)).toBe(true);
  const past = { expireAt: new Date(clock().getTime() - 1).toISOString() };
  await ask(`PATCH /api/v2/account/apiKeys/${body.id}/`, { key: owner.key, body: past });
  expect(await works(body.key)).toBe(false);
});

test('204: a revoked key stops at once', async () => {
  const { body } = await create({ name: 'lost' });
  expect(await works(body.key)).toBe(true);
  expect((await ask(`DELETE /api/v2/account/apiKeys/${body.id}/`, { key: owner.key })).status).toBe(204);
  expect(await works(body.key)).toBe(false);
  expect((await ask(`DELETE /api/v2/account/apiKeys/${body.id}/`, { key: owner.key })).status).toBe(404);
});

test('404: somebody else’s key does not exist', async () => {
  const { body } = await create({ name: 'mine' });
  const path = `/api/v2/account/apiKeys/${body.id}/`;
  expect((await ask(`GET ${path}`, { key: other.key })).status).toBe(404);
  expect((await ask(`PATCH ${path}`, { key: other.key, body: { name: 'stolen' } })).status).toBe(404);
  const refused = await ask(`DELETE ${path}`, { key: other.key });
  expect(refused.status).toBe(404);
  expect(refused.body.message).toContain(body.id);
  expect(await works(body.key)).toBe(true);
});

test('422: names and times of a wrong shape, and unknown fields', async () => {
  for (const body of [{}, { name: '' }, { name: 1 }, { name: 'x', expireAt: 'soon' }, { name: 'x', scope: 'all' }]) {
    expect((await create(body)).status).toBe(422);
  }
  expect((await create({ name: 'a\u0000b' })).body.errors).toEqual({ name: 'Must not contain the null character' });
});

test('401: without a key nothing of this is served', async () => {
  expect((await ask('GET /api/v2/account/apiKeys/')).status).toBe(401);
  expect((await ask('POST /api/v2/account/apiKeys/', { body: { name: 'x' } })).status).toBe(401);
});
