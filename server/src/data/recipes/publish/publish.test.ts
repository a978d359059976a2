import { afterAll, expect, test } from 'vitest';
import { startWorker } from '#platform/jobs/worker.ts';
import { servedApp } from '../../../../test/served-app.ts';
import { aDataset, following, rowsOf } from '../recipes.fixtures.ts';

const app = await servedApp();
const { ask, person, platform } = app;
const ann = await person({ organization: 'One' });
const bob = await person({ organization: 'One' });
const { key } = ann;
const own = { userId: ann.id, organizationId: ann.organizationId };
const ROWS = `SELECT i AS id, i % 10 = 0 AS rare, i % 4 AS "select", 'it''s "' || i AS "na""me", i / 3 AS part,
  DATE '2024-01-01' + i::INT AS day FROM range(2000) AS t(i)`;
const sales = await aDataset(platform, own, ROWS);
const worker = await startWorker(platform, { concurrency: 1 });
afterAll(() => worker.stop());
const { finished } = following(app, key);
const PUBLISH = 'POST /api/v2/datasets/fromRecipe/';

async function aRecipe(operations: object[] = [], more: object = {}) {
  const { recipeId } = (
    await ask('POST /api/v2/recipes/fromDataset/', { key, body: { datasetId: sales.datasetId, ...more } })
  ).body;
  await ask(`PUT /api/v2/recipes/${recipeId}/operations/`, { key, body: { operations } });
  return recipeId as string;
}
const version = (id: string) =>
  platform.db.queries.selectFrom('dataset_versions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const compute = (newFeatureName: string, expression: string) => ({
  directive: 'compute-new',
  arguments: { newFeatureName, expression },
});
const keep = (column: string, fn: string, ...functionArguments: unknown[]) => ({
  directive: 'filter',
  arguments: { conditions: [{ column, function: fn, functionArguments }] },
});

test('202, 303: the published dataset holds what the preview showed, and the recipe is published', async () => {
  const recipeId = await aRecipe([
    keep('id', 'lt', 900),
    compute('twice', '`id` * 2'),
    {
      directive: 'rename-columns',
      arguments: { columnMappings: [{ originalName: 'select', newName: 'from "here"' }] },
    },
    { directive: 'dedupe-rows', arguments: {} },
  ]);
  const path = `/api/v2/recipes/${recipeId}/`;
  await finished(await ask(`POST ${path}preview/`, { key }));
  const preview = (await ask(`GET ${path}preview/?limit=1000`, { key })).body;
  const asked = await ask(PUBLISH, {
    key,
    body: { recipeId, name: 'Result', categories: 'TRAINING', doSnapshot: true },
  });
  expect(asked.status).toBe(202);
  expect(Object.keys(asked.body).sort()).toEqual(['catalogId', 'catalogVersionId', 'statusId']);
  const { location } = await finished(asked);
  expect(location).toMatch(new RegExp(`/api/v2/datasets/${asked.body.catalogId}/$`));
  const made = await version(asked.body.catalogVersionId);
  expect(made).toMatchObject({ state: 'COMPLETED', recipe_id: recipeId, source_type: 'recipe', row_count: 900 });
  const { columns, rows } = await rowsOf(platform, made.parquet_key ?? '');
  expect(columns).toEqual(preview.columns);
  expect([...rows].sort()).toEqual([...preview.data].sort());
  expect((await ask(`GET ${path}`, { key })).body.status).toBe('published');
});

test('409: a published recipe keeps its content; its name may change, and it may be published again', async () => {
  const recipeId = await aRecipe();
  await finished(await ask(PUBLISH, { key, body: { recipeId } }));
  const path = `/api/v2/recipes/${recipeId}/`;
  const change = (line: string, body: object) => ask(line.replace(' ', ` ${path}`), { key, body });
  expect((await change('PUT operations/', { operations: [] })).status).toBe(409);
  expect((await change('PUT inputs/', { inputs: [{ inputType: 'dataset', datasetId: sales.datasetId }] })).status).toBe(
    409,
  );
  expect((await change('PUT downsampling/', { downsampling: null })).status).toBe(409);
  expect((await change('PATCH settings/', { target: 'x' })).status).toBe(409);
  expect((await change('PATCH ', { sql: 'SELECT 1' })).body.message).toContain('fromRecipe');
  expect((await change('PATCH ', { name: 'Later' })).body).toMatchObject({ name: 'Later', status: 'published' });
  await finished(await ask(PUBLISH, { key, body: { recipeId } }));
});

test('downsampling happens at publication alone, and the same seed keeps the same rows', async () => {
  const recipeId = await aRecipe([keep('id', 'gte', 100)]);
  const path = `/api/v2/recipes/${recipeId}/`;
  const downsampling = { directive: 'random-sample', arguments: { rows: 70, seed: 7 } };
  await ask(`PUT ${path}downsampling/`, { key, body: { downsampling } });
  await finished(await ask(`POST ${path}preview/`, { key }));
  expect((await ask(`GET ${path}preview/`, { key })).body.storedCount).toBe(1900);
  const published = async () => {
    const asked = await ask(PUBLISH, { key, body: { recipeId } });
    await finished(asked);
    return (await rowsOf(platform, (await version(asked.body.catalogVersionId)).parquet_key ?? '')).rows;
  };
  const first = await published();
  expect(first).toHaveLength(70);
  expect(await published()).toEqual(first);
});

test('smart downsampling keeps the rare class and writes weights', async () => {
  const recipeId = await aRecipe();
  const path = `/api/v2/recipes/${recipeId}/`;
  const downsampling = { directive: 'smart-downsampling', arguments: { rows: 500, method: 'binary' } };
  await ask(`PUT ${path}downsampling/`, { key, body: { downsampling } });
  const refused = await ask(PUBLISH, { key, body: { recipeId } });
  expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining('weightsFeature') } });
  await ask(`PATCH ${path}settings/`, { key, body: { target: 'rare', weightsFeature: 'weight' } });
  const asked = await ask(PUBLISH, { key, body: { recipeId } });
  await finished(asked);
  const { columns, rows } = await rowsOf(platform, (await version(asked.body.catalogVersionId)).parquet_key ?? '');
  expect(rows).toHaveLength(500);
  expect(rows.filter((row) => row[columns.indexOf('rare')] === 'true')).toHaveLength(200);
  const weights = new Set(rows.map((row) => Number(row[columns.indexOf('weight')])));
  expect([...weights].sort((a, b) => a - b)).toEqual([1, 6]);
});

test('SQL recipes are published too', async () => {
  const recipeId = await aRecipe([], { dialect: 'spark', recipeType: 'SQL' });
  expect((await ask(PUBLISH, { key, body: { recipeId } })).status).toBe(422);
  const sql = 'SELECT `select`, count(*) AS n FROM `sales` GROUP BY `select` ORDER BY `select`';
  await ask(`PATCH /api/v2/recipes/${recipeId}/`, { key, body: { sql } });
  const asked = await ask(PUBLISH, { key, body: { recipeId } });
  await finished(asked);
  const { rows } = await rowsOf(platform, (await version(asked.body.catalogVersionId)).parquet_key ?? '');
  expect(rows).toEqual(['0', '1', '2', '3'].map((one) => [one, '500']));
});

test('202: the next version of a dataset', async () => {
  const recipeId = await aRecipe([keep('id', 'lt', 3)]);
  const line = `POST /api/v2/datasets/${sales.datasetId}/versions/fromRecipe/`;
  const asked = await ask(line, { key, body: { recipeId } });
  expect(asked.body.catalogId).toBe(sales.datasetId);
  await finished(asked);
  expect(await version(asked.body.catalogVersionId)).toMatchObject({ state: 'COMPLETED', row_count: 3, seq: 2 });
  await sales.addVersion(ROWS);
  expect((await ask(line, { key: bob.key, body: { recipeId } })).status).toBe(404);
});

test.each([
  ['a step that cannot be compiled', [keep('id', 'gt', 1), compute('x', 'nowhere + 1')], 1, /nowhere/],
  ['a step that fails on a row', [keep('id', 'gt', 1), compute('n', 'CAST(`na"me` AS INTEGER)')], 1, /it's/],
  ['no rows at all', [keep('id', 'lt', 0)], null, /no rows/],
])('ERROR: %s leaves nothing behind but the reason', async (_, operations, index, reason) => {
  const recipeId = await aRecipe(operations);
  const asked = await ask(PUBLISH, { key, body: { recipeId } });
  const { message } = await finished(asked, 'ERROR');
  expect(message).toMatch(reason);
  const made = await version(asked.body.catalogVersionId);
  expect(made).toMatchObject({ state: 'ERROR', error: message, parquet_key: null });
  const left = [];
  for await (const blob of platform.blobs.list(`datasets/${asked.body.catalogId}/`)) left.push(blob);
  expect(left).toEqual([]);
  expect((await ask(`GET /api/v2/recipes/${recipeId}/`, { key })).body).toMatchObject({
    status: 'draft',
    errorMessage: message,
    failedOperationsIndex: index,
  });
});

test('401, 403, 404, 422: who may not, what is not there, what is wrong', async () => {
  const recipeId = await aRecipe();
  expect((await ask(PUBLISH, { body: { recipeId } })).status).toBe(401);
  expect((await ask(PUBLISH, { key: bob.key, body: { recipeId } })).status).toBe(404);
  expect((await ask(PUBLISH, { key, body: { recipeId: 'nowhere' } })).status).toBe(404);
  const roles = [{ shareRecipientType: 'user', id: bob.id, role: 'CONSUMER' }];
  await ask(`PATCH /api/v2/recipes/${recipeId}/sharedRoles/`, { key, body: { operation: 'updateRoles', roles } });
  expect((await ask(PUBLISH, { key: bob.key, body: { recipeId } })).status).toBe(403);
  const wrong = { recipeId, doSnapshot: false, categories: ['LUNCH'], useKerberos: true, name: '', colour: 'red' };
  const answer = await ask(PUBLISH, { key, body: wrong });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors).sort()).toEqual(['categories', 'colour', 'doSnapshot', 'name', 'useKerberos']);
  const destination = { recipeId, materializationDestination: { catalog: 'a', schema: 'b', table: 'c' } };
  expect((await ask(PUBLISH, { key, body: destination })).body.errors).toHaveProperty('materializationDestination');
});
