import { afterAll, expect, test } from 'vitest';
import { startWorker } from '#platform/jobs/worker.ts';
import { servedApp } from '../../../../test/served-app.ts';
import { reachablePostgres } from '../../data-stores/reachable-postgres.fixtures.ts';
import { following, rowsOf } from '../recipes.fixtures.ts';

const guest = await reachablePostgres();
await guest.query(`
  create schema "Shop ""1""";
  create table "Shop ""1"""."order" (id int primary key, "select" text, amount numeric(10,2), paid boolean,
    at timestamptz, day date, customer int, note text);
  insert into "Shop ""1"""."order"
    select i, case when i % 7 = 0 then null else 'it''s "' || i || E'",\\n' end, i / 4.0, i % 2 = 0,
      timestamptz '2024-01-01 00:00:00+02' + i * interval '1 hour', date '2024-01-01' + i, i % 3, ''
    from generate_series(1, 12000) i;
  create table "Shop ""1""".customer (id int, city text);
  insert into "Shop ""1""".customer values (0, 'Oslo'), (1, 'Rome'), (2, 'Lima');
  grant usage on schema "Shop ""1""" to ${guest.user};
  grant select on all tables in schema "Shop ""1""" to ${guest.user};`);

const app = await servedApp({ settings: { ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8' } });
const { ask, person, platform } = app;
const ann = await person({ organization: 'One' });
const bob = await person({ organization: 'One' });
const { key } = ann;
const worker = await startWorker(platform, { concurrency: 1 });
afterAll(() => worker.stop());
const { finished } = following(app, key);

const driverId = (await ask('GET /api/v2/externalDataDrivers/', { key })).body.data[0].id;
const store = { type: 'jdbc', canonicalName: 'Shop', params: { driverId, jdbcUrl: guest.jdbcUrl } };
const dataStoreId = (await ask('POST /api/v2/externalDataStores/', { key, body: store })).body.id;
const { user, password } = guest;
const login = { name: 'reader', credentialType: 'basic', user, password };
const { credentialId } = (await ask('POST /api/v2/credentials/', { key, body: login })).body;
await ask(`PUT /api/v2/credentials/${credentialId}/associations/dataconnection:${dataStoreId}/`, {
  key,
  body: { isDefault: true },
});

let made = 0;
const table = (name: string, more: object = {}) => ({
  ...{ canonicalName: `source ${++made}`, table: name, schema: 'Shop "1"' },
  ...more,
});
const from = (inputs: object[], more: object = {}) =>
  ask('POST /api/v2/recipes/fromDataStore/', {
    key,
    body: { dataStoreId, dataSourceType: 'jdbc', dialect: 'postgres', recipeType: 'wrangling', inputs, ...more },
  });
const put = (recipeId: string, what: string, body: object) =>
  ask(`PUT /api/v2/recipes/${recipeId}/${what}/`, { key, body });

async function preview(recipeId: string) {
  await finished(await ask(`POST /api/v2/recipes/${recipeId}/preview/`, { key }));
  return (await ask(`GET /api/v2/recipes/${recipeId}/preview/?limit=1000`, { key })).body;
}
async function publish(recipeId: string, more: object = {}) {
  const asked = await ask('POST /api/v2/datasets/fromRecipe/', { key, body: { recipeId, ...more } });
  await finished(asked);
  const { parquet_key } = await platform.db.queries
    .selectFrom('dataset_versions')
    .select('parquet_key')
    .where('id', '=', asked.body.catalogVersionId)
    .executeTakeFirstOrThrow();
  return rowsOf(platform, parquet_key ?? '');
}

test('201, 303: a recipe of tables is previewed and published by the database itself', async () => {
  const answer = await from([table('order'), table('customer')]);
  expect(answer.status).toBe(201);
  const { recipeId, inputs } = answer.body;
  expect(inputs).toMatchObject([
    { inputType: 'datasource', dataStoreId },
    { inputType: 'datasource', dataStoreId },
  ]);
  const operations = [
    { directive: 'filter', arguments: { conditions: [{ column: 'id', function: 'lte', functionArguments: [8] }] } },
    {
      directive: 'join',
      arguments: {
        ...{ joinType: 'left', source: 'table', rightDataSourceId: inputs[1].dataSourceId },
        ...{ leftKeys: ['customer'], rightKeys: ['id'], rightPrefix: 'c_' },
      },
    },
    { directive: 'compute-new', arguments: { expression: '"amount" * 2', newFeatureName: 'double "it"' } },
    { directive: 'drop-columns', arguments: { columns: ['c_id', 'customer'] } },
  ];
  expect((await put(recipeId, 'operations', { operations })).status).toBe(200);
  const seen = await preview(recipeId);
  expect(seen.columns).toEqual(['id', 'select', 'amount', 'paid', 'at', 'day', 'note', 'c_city', 'double "it"']);
  expect(seen.resultSchema.map(({ dataType }: { dataType: string }) => dataType.split('_')[0])).toEqual([
    ...['INT', 'STRING', 'DOUBLE', 'BOOLEAN', 'TIMESTAMP', 'DATE', 'STRING', 'STRING', 'DOUBLE'],
  ]);
  expect(seen.data).toHaveLength(8);
  const byId = (rows: (string | null)[][]) => [...rows].sort((a, b) => Number(a[0]) - Number(b[0]));
  expect(byId(seen.data)[6]?.slice(0, 4)).toEqual(['7', null, '1.75', 'false']);
  const { columns, rows } = await publish(recipeId, { credentialId });
  expect(columns).toEqual(seen.columns);
  expect(byId(rows)[0]).toEqual([
    ...['1', 'it\'s "1",\n', '0.25', 'false', '2023-12-31 23:00:00', '2024-01-02', '', 'Rome', '0.5'],
  ]);
  expect(byId(rows)[6]?.[1]).toBeNull();
});

test('200: SQL is told in the language of the store, and SQL recipes run there', async () => {
  const { recipeId } = (await from([table('order')], { recipeType: 'sql' })).body;
  const sql = 'SELECT "paid", COUNT(*) AS n, SUM("amount") AS s FROM "order" GROUP BY "paid" ORDER BY "paid"';
  expect((await ask(`PATCH /api/v2/recipes/${recipeId}/`, { key, body: { sql } })).status).toBe(200);
  expect((await preview(recipeId)).data.map((row: string[]) => row.slice(0, 2))).toEqual([
    ['false', '6000'],
    ['true', '6000'],
  ]);
  const wrangling = (await from([table('order')])).body;
  const told = await ask(`POST /api/v2/recipes/${wrangling.recipeId}/sql/`, { key });
  expect(told.body.sql).toContain('"Shop ""1"""."order"');
});

test('the sample is taken by the store; a publication reads everything', async () => {
  const sampling = { directive: 'random-sample', arguments: { rows: 25, seed: 3 } };
  const { recipeId } = (await from([table('order', { sampling })])).body;
  const first = await preview(recipeId);
  expect(first.storedCount).toBe(25);
  expect((await preview(recipeId)).data).toEqual(first.data);
  expect((await publish(recipeId)).rows).toHaveLength(12000);
});

test('a preview of tables is made anew each time it is asked for', async () => {
  await guest.query(
    `create table "Shop ""1""".moving as select 1 as id; grant select on "Shop ""1""".moving to ${user}`,
  );
  const { recipeId } = (await from([table('moving')])).body;
  expect((await preview(recipeId)).data).toEqual([['1']]);
  await guest.query(`insert into "Shop ""1""".moving values (2)`);
  expect((await preview(recipeId)).data).toEqual([['1'], ['2']]);
});

test('ERROR: a step that fails in the store is told with its index; nothing is written there', async () => {
  const { recipeId } = (await from([table('order')])).body;
  const bad = [
    { directive: 'dedupe-rows', arguments: {} },
    { directive: 'compute-new', arguments: { expression: 'CAST("select" AS INTEGER)', newFeatureName: 'n' } },
  ];
  await put(recipeId, 'operations', { operations: bad });
  const { message } = await finished(await ask(`POST /api/v2/recipes/${recipeId}/preview/`, { key }), 'ERROR');
  expect(message).toMatch(/^Operation 1 \(compute-new\)/);
  const missing = (await from([table('nowhere')])).body.recipeId;
  const lost = await finished(await ask(`POST /api/v2/recipes/${missing}/preview/`, { key }), 'ERROR');
  expect(lost.message).toContain('nowhere');
  const evil = [{ directive: 'compute-new', arguments: { expression: 'pg_sleep(1)', newFeatureName: 'n' } }];
  await put(recipeId, 'operations', { operations: evil });
  const stopped = await finished(await ask(`POST /api/v2/recipes/${recipeId}/preview/`, { key }), 'ERROR');
  expect(stopped.message).toMatch(/pg_sleep/);
});

test('404, 409, 422: what cannot be the input of a recipe', async () => {
  expect((await ask('POST /api/v2/recipes/fromDataStore/', { key: bob.key, body: { dataStoreId } })).status).toBe(422);
  const good = { dataStoreId, dataSourceType: 'jdbc', dialect: 'postgres', inputs: [table('order')] };
  expect((await ask('POST /api/v2/recipes/fromDataStore/', { key: bob.key, body: good })).status).toBe(404);
  expect((await from([{ ...table('order'), canonicalName: 'source 1' }])).status).toBe(409);
  const sampling = { directive: 'limit', arguments: { rows: 1 } };
  const same = table('order');
  const wrong = await from([same, { ...same, sampling }], { dialect: 'snowflake' });
  expect(wrong.status).toBe(422);
  expect(Object.keys(wrong.body.errors).sort()).toEqual(['dialect', 'inputs.1.canonicalName', 'inputs.1.sampling']);
  expect((await from([])).status).toBe(422);
});
