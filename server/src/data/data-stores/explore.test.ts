import { expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';
import { POSTGRES } from './drivers.ts';
import { reachablePostgres } from './reachable-postgres.fixtures.ts';
import { tlsProxy } from './tls-postgres.fixtures.ts';
import { withDataStore } from './use-data-store.ts';

const { ask, person, platform } = await servedApp({ settings: { ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8' } });
const owner = await person({ organization: 'One' });
const friend = await person({ organization: 'One' });
const theirs = await reachablePostgres();
await theirs.query(`
  create schema shop;
  create table shop.orders (id bigint primary key, price numeric(10, 2) not null, "select" text, placed date);
  insert into shop.orders values (1, 9.90, null, '2024-02-29'), (2, 0.10, 'a "quote"', null);
  create view shop.cheap as select * from shop.orders where price < 1;
  create table shop.secrets (x int);
  create table public.open_to_all (x int);
  create view public.endless as select repeat('x', 1000000) as x from generate_series(1, 1000);
  grant select on public.endless to ${theirs.user};
  grant usage on schema shop to ${theirs.user};
  grant select on shop.orders, shop.cheap to ${theirs.user};
  grant select, insert on public.open_to_all to ${theirs.user}`);

const make = async (jdbcUrl = theirs.jdbcUrl) =>
  (
    await ask('POST /api/v2/externalDataStores/', {
      key: owner.key,
      body: { type: 'jdbc', canonicalName: 'Shop', params: { driverId: POSTGRES.id, jdbcUrl } },
    })
  ).body.id as string;
const id = await make();
const login = { user: theirs.user, password: theirs.password };
const explore = (what: string, body: object = {}, { key = owner.key, store = id } = {}) =>
  ask(`POST /api/v2/externalDataStores/${store}/${what}/`, { key, body: { ...login, ...body } });

test('200: a data store is tried, and tells its schemas, tables and columns', async () => {
  expect((await explore('test')).body).toEqual({ message: 'Connection successful' });
  const schemas = (await explore('schemas')).body;
  expect(schemas.schemas).toEqual(['information_schema', 'public', 'shop']);
  expect(schemas.catalogs).toEqual([schemas.catalog]);
  const { body } = await explore('tables', { schema: 'shop' });
  expect(body.tables.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
    ['cheap', 'VIEW'],
    ['orders', 'TABLE'],
  ]);
  expect((await explore('tables')).body.tables).toHaveLength(4);
  expect((await explore('tables', { catalog: 'elsewhere' })).body.tables).toEqual([]);
  const { columns } = (await explore('columns', { schema: 'shop', table: 'orders' })).body;
  expect(columns[1]).toEqual({
    name: 'price',
    dataType: 'numeric',
    precision: 10,
    scale: 2,
    isNullable: false,
    isInPrimaryKey: false,
  });
  expect(columns.map((one: { name: string }) => one.name)).toEqual(['id', 'price', 'select', 'placed']);
  expect(columns[0]).toMatchObject({ dataType: 'bigint', isInPrimaryKey: true });
});

test('200: the first rows, as text', async () => {
  const { body } = await explore('preview', { schema: 'shop', table: 'orders', maxRows: 2 });
  expect(body.columns).toEqual(['id', 'price', 'select', 'placed']);
  expect(body.records).toEqual([
    ['1', '9.90', null, '2024-02-29'],
    ['2', '0.10', 'a "quote"', null],
  ]);
});

test('404, 422: tables that are not there or closed, names made to break out', async () => {
  expect((await explore('columns', { schema: 'shop', table: 'nothing' })).status).toBe(404);
  const tricky = await explore('preview', { schema: 'shop', table: 'orders"; drop table shop.orders; --' });
  expect(tricky.status).toBe(404);
  const closed = await explore('preview', { schema: 'shop', table: 'secrets' });
  expect([closed.status, closed.body.message]).toEqual([422, expect.stringContaining('permission denied')]);
  expect((await explore('preview', { schema: 'shop', table: 'orders' })).body.records).toHaveLength(2);
});

test('422: a wrong password, a wrong port, a missing database, no TLS where it is demanded', async () => {
  const wrong = await explore('test', { password: 'guess' });
  expect([wrong.status, wrong.body.message]).toEqual([422, expect.stringContaining('password authentication failed')]);
  const cases = [
    [theirs.jdbcUrl.replace(/:\d+\//, ':1/'), 'ECONNREFUSED'],
    [theirs.jdbcUrl.replace(/\/\w+$/, '/nothing'), 'database "nothing" does not exist'],
    [`${theirs.jdbcUrl}?sslmode=require`, 'does not support SSL'],
    ['jdbc:postgresql://nowhere.invalid/x', 'no host nowhere.invalid'],
    ['jdbc:postgresql://169.254.169.254/x', 'hold no databases'],
    ['jdbc:postgresql://[::ffff:169.254.169.254]/x', 'hold no databases'],
  ] as const;
  for (const [jdbcUrl, reason] of cases) {
    const answer = await explore('test', {}, { store: await make(jdbcUrl) });
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining(reason)]);
  }
});

test('credentials: by id, by data, by default; another person has none of them', async () => {
  const bare = (body?: object, key = owner.key) =>
    ask(`POST /api/v2/externalDataStores/${id}/test/`, { key, ...(body && { body }) });
  expect((await bare()).body.message).toContain('Nothing says as whom to sign in');
  const kept = { name: 'Shop reader', credentialType: 'basic', ...login };
  const { credentialId } = (await ask('POST /api/v2/credentials/', { key: owner.key, body: kept })).body;
  expect((await bare({ credentialId })).status).toBe(200);
  expect((await bare({ credentialData: { credentialType: 'basic', ...login } })).status).toBe(200);
  expect((await bare({ useKerberos: true })).status).toBe(422);
  const association = `PUT /api/v2/credentials/${credentialId}/associations/dataconnection:${id}/`;
  expect((await ask(association, { key: owner.key, body: { isDefault: true } })).body).toMatchObject({
    isDefault: true,
  });
  expect((await bare()).status).toBe(200);
  const roles = [{ shareRecipientType: 'user', id: friend.id, role: 'EDITOR' }];
  await ask(`PATCH /api/v2/externalDataStores/${id}/sharedRoles/`, {
    key: owner.key,
    body: { operation: 'updateRoles', roles },
  });
  expect((await bare(undefined, friend.key)).status).toBe(422);
  expect((await bare({ credentialId }, friend.key)).status).toBe(404);
  // Whoever may change the address must not get the password of the others sent there.
  const params = { jdbcUrl: `${theirs.jdbcUrl}?sslmode=disable` };
  await ask(`PATCH /api/v2/externalDataStores/${id}/`, { key: friend.key, body: { params } });
  expect((await bare()).body.message).toContain('Nothing says as whom to sign in');
});

test('a connection only reads, and a statement has its time', async () => {
  const using = { ...platform, actor: { ...owner, userId: owner.id, role: 'user' } as never };
  const writing = withDataStore(using, id, { login }, (client) => client.query('insert into open_to_all values (1)'));
  await expect(writing).rejects.toThrow('read-only transaction');
  const slow = withDataStore(using, id, { login, seconds: 0.05 }, (client) => client.query('select pg_sleep(60)'));
  await expect(slow).rejects.toThrow('statement timeout');
});

test('TLS is used where it is offered, and a certificate nobody vouches for is refused where that is asked', async () => {
  const door = await tlsProxy(theirs.port);
  const through = async (query: string) =>
    explore(
      'test',
      {},
      { store: await make(`${theirs.jdbcUrl.replace(`:${theirs.port}/`, `:${door.port}/`)}${query}`) },
    );
  expect([(await through('')).status, (await through('?sslmode=require')).status, door.encrypted()]).toEqual([
    200, 200, 2,
  ]);
  for (const mode of ['verify-ca', 'verify-full']) {
    const refused = await through(`?sslmode=${mode}`);
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('certificate')]);
  }
});

test('422: a database that sends without end is cut off, encrypted or not', async () => {
  const door = await tlsProxy(theirs.port);
  const encrypted = await make(theirs.jdbcUrl.replace(`:${theirs.port}/`, `:${door.port}/`));
  for (const store of [id, encrypted]) {
    const answer = await explore('preview', { table: 'endless', maxRows: 1000 }, { store });
    expect([answer.status, answer.body.message]).toEqual([
      422,
      expect.stringMatching(/could not answer: .*(more than|terminated)/),
    ]);
  }
});
