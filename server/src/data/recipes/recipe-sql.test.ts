import { expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';
import { aDataset } from './recipes.fixtures.ts';

const { ask, person, platform } = await servedApp();
const ann = await person({ organization: 'One' });
const bob = await person({ organization: 'One' });
const { key } = ann;
const own = { userId: ann.id, organizationId: ann.organizationId };
const columns = `SELECT 1 AS id, 'x' AS "select", 2.5 AS "pri""ce"`;
const { datasetId } = await aDataset(platform, own, columns, `sa"les'; DROP TABLE x`);
const drop = (name: string) => ({ directive: 'drop-columns', arguments: { columns: [name] } });

async function aRecipe(dialect: string, operations: object[]) {
  const body = { datasetId, dialect };
  const { recipeId } = (await ask('POST /api/v2/recipes/fromDataset/', { key, body })).body;
  const path = `/api/v2/recipes/${recipeId}/`;
  await ask(`PUT ${path}operations/`, { key, body: { operations } });
  return {
    path,
    sql: (more?: object) => ask(`POST ${path}sql/`, { key, ...(more === undefined ? {} : { body: more }) }),
  };
}

test.each([
  ['spark', '`sa"les\'; DROP TABLE x`', '`select`'],
  ['databricks', '`sa"les\'; DROP TABLE x`', '`select`'],
  ['bigquery', '`sa"les\'; DROP TABLE x`', '`select`'],
  ['snowflake', '"sa""les\'; DROP TABLE x"', '"select"'],
  ['postgres', '"sa""les\'; DROP TABLE x"', '"select"'],
])('200: the SQL of %s quotes the names people chose', async (dialect, table, column) => {
  const { sql } = await aRecipe(dialect, [drop('id')]);
  const told = await sql();
  expect(told.status).toBe(200);
  expect(told.body.sql).toContain(`FROM ${table}`);
  expect(told.body.sql).toContain(column);
});

test('200: own operations, others, or none', async () => {
  const { sql } = await aRecipe('spark', [drop('select')]);
  const last = async (more?: object) => (await sql(more)).body.sql.split('step_').length - 1;
  expect(await last()).toBeGreaterThan(0);
  expect((await sql({})).body).toEqual((await sql()).body);
  expect((await sql({ operations: null })).body).toEqual((await sql()).body);
  expect(await last({ operations: [] })).toBe(0);
  expect((await sql({ operations: [drop('id'), drop('select')] })).body.sql).toContain('step_1');
});

test('200: a join that names an earlier version follows an input that follows its dataset', async () => {
  const right = await aDataset(platform, own, 'SELECT 1 AS id, 7 AS size', 'sizes.csv');
  const { path, sql } = await aRecipe('spark', []);
  const join = (rightDatasetVersionId: string) => ({
    directive: 'join',
    arguments: {
      ...{ joinType: 'inner', source: 'dataset', leftKeys: ['id'], rightKeys: ['id'] },
      ...{ rightDatasetId: right.datasetId, rightDatasetVersionId },
    },
  });
  const alone = await sql({ operations: [join(right.versionId)] });
  expect(alone).toMatchObject({ status: 422, body: { failedOperationsIndex: 0 } });
  const inputs = [datasetId, right.datasetId].map((id) => ({ inputType: 'dataset', datasetId: id }));
  await ask(`PUT ${path}inputs/`, { key, body: { inputs } });
  await right.addVersion('SELECT 1 AS id, 7 AS size, 8 AS weight');
  const told = await sql({ operations: [join(right.versionId)] });
  expect(told.status).toBe(200);
  expect(told.body.sql).toContain('`weight`');
  expect(told.body.sql).toContain('FROM `sizes`');
});

test('422: an operation that cannot be done is named with its place; 401, 404 as everywhere', async () => {
  const { sql, path } = await aRecipe('spark', []);
  const wrong = await sql({ operations: [drop('id'), drop('id')] });
  expect(wrong.status).toBe(422);
  expect(Object.keys(wrong.body.errors)).toEqual(['operations.1.arguments.columns.0']);
  expect(wrong.body).toMatchObject({ failedOperationsIndex: 1, message: expect.stringContaining('Operation 1') });
  expect(Object.keys((await sql({ operations: [{}] })).body.errors)).toEqual(['operations.0.directive']);
  expect((await sql({ rows: 1 })).status).toBe(422);
  expect((await ask(`POST ${path}sql/`)).status).toBe(401);
  expect((await ask(`POST ${path}sql/`, { key: bob.key })).status).toBe(404);
});

test('409, 404: a preview that waits is told to wait for; one that was cancelled is not there', async () => {
  const { path } = await aRecipe('spark', []);
  const { statusId } = (await ask(`POST ${path}preview/`, { key })).body; // no worker runs here
  expect((await ask(`GET ${path}preview/`, { key })).status).toBe(409);
  expect((await ask(`GET ${path}insights/`, { key })).body).toMatchObject({ status: 'running', data: [] });
  expect((await ask(`DELETE /api/v2/status/${statusId}/`, { key })).status).toBe(204);
  expect((await ask(`GET ${path}preview/`, { key })).status).toBe(404);
  expect((await ask(`GET ${path}insights/`, { key })).status).toBe(404);
});
