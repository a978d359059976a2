import { afterAll, expect, test } from 'vitest';
import { startWorker } from '#platform/jobs/worker.ts';
import { servedApp } from '../../../../test/served-app.ts';
import { aDataset, following } from '../recipes.fixtures.ts';

const app = await servedApp();
const { ask, person, platform } = app;
const ann = await person({ organization: 'One' });
const bob = await person({ organization: 'One' });
const { key } = ann;
const own = { userId: ann.id, organizationId: ann.organizationId };
const ROWS = `SELECT i AS id, i % 3 AS "select", 'v''' || i AS "a ""b""", i / 4 AS part, DATE '2024-01-01' + i::INT AS day,
  CASE WHEN i % 2 = 0 THEN 'yes' END AS flag FROM range(1000) AS t(i)`;
const sales = await aDataset(platform, own, ROWS);
const worker = await startWorker(platform, { concurrency: 1 });
afterAll(() => worker.stop());
const { finished } = following(app, key);

async function aRecipe(operations: object[] = [], more: object = {}) {
  const body = { datasetId: sales.datasetId, dialect: 'spark', ...more };
  const { recipeId } = (await ask('POST /api/v2/recipes/fromDataset/', { key, body })).body;
  const path = `/api/v2/recipes/${recipeId}/`;
  const set = await ask(`PUT ${path}operations/`, { key, body: { operations } });
  expect(set.status).toBe(200);
  return path;
}
const filter = (column: string, fn: string, ...functionArguments: unknown[]) => ({
  directive: 'filter',
  arguments: { conditions: [{ column, function: fn, functionArguments }] },
});
const compute = (newFeatureName: string, expression: string) => ({
  directive: 'compute-new',
  arguments: { newFeatureName, expression },
});

test('202, 303, 200: a preview is asked for, followed and read in pages', async () => {
  const path = await aRecipe([
    filter('id', 'gte', 10),
    { directive: 'drop-columns', arguments: { columns: ['part'] } },
  ]);
  const asked = await ask(`POST ${path}preview/`, { key, body: {} });
  expect(asked.status).toBe(202);
  const { location } = await finished(asked);
  expect(location).toContain(`${path}preview/?numberOfOperationsToUse=2`);
  const preview = (await ask(`GET ${path}preview/?limit=2&offset=600`, { key })).body;
  expect(preview).toMatchObject({
    columns: ['id', 'select', 'a "b"', 'day', 'flag'],
    data: [
      ['610', '1', "v'610", '2025-09-02', 'yes'],
      ['611', '2', "v'611", '2025-09-03', null],
    ],
    count: 2,
    totalCount: 990,
    storedCount: 990,
    estimatedSizeExceedsLimit: false,
  });
  expect(preview.resultSchema.map(({ dataType }: { dataType: string }) => dataType)).toEqual([
    ...['INT_TYPE', 'INT_TYPE', 'STRING_TYPE', 'DATE_TYPE', 'STRING_TYPE'],
  ]);
  expect(preview.next).toContain('offset=602');
  expect(preview.previous).toContain('offset=598');
  const across = (await ask(`GET ${path}preview/?limit=1000&offset=499`, { key })).body;
  expect(across.data).toHaveLength(491);
  expect(across.data[0][0]).toBe('509');
});

test('200: insights come by themselves after a preview', async () => {
  const path = await aRecipe();
  await finished(await ask(`POST ${path}preview/`, { key }));
  const { insights } = following(app, key);
  const done = await insights(path);
  expect(done.data.map(({ name }: { name: string }) => name)).toEqual(['id', 'select', 'a "b"', 'part', 'day', 'flag']);
  expect(done.data[0]).toMatchObject({ featureType: 'Numeric', min: 0, max: 999, uniqueCount: 1000, naCount: 0 });
  expect(done.data[5]).toMatchObject({ featureType: 'Categorical', uniqueCount: 1, naCount: 500 });
  const second = (await ask(`GET ${path}insights/?offset=1&limit=1`, { key })).body;
  expect(second).toMatchObject({ status: 'completed', count: 1, totalCount: 6, data: [{ name: 'select' }] });
});

test('200: the first few operations, the sample, and the same seed twice', async () => {
  const sampling = { directive: 'random-sample', arguments: { rows: 50, seed: 5 } };
  const path = await aRecipe([filter('id', 'lt', 500), compute('twice', '`id` * 2')], { inputs: [{ sampling }] });
  const rows = async (line: string, body: object) => {
    await finished(await ask(`POST ${line}`, { key, body }));
    const use = 'numberOfOperationsToUse' in body ? `?numberOfOperationsToUse=${body.numberOfOperationsToUse}` : '';
    return (await ask(`GET ${line}${use}`, { key })).body;
  };
  const none = await rows(`${path}preview/`, { numberOfOperationsToUse: 0 });
  expect(none).toMatchObject({ storedCount: 50, columns: ['id', 'select', 'a "b"', 'part', 'day', 'flag'] });
  const all = await rows(`${path}preview/`, {});
  expect(all.columns.at(-1)).toBe('twice');
  const clone = (await ask('POST /api/v2/recipes/fromRecipe/', { key, body: { recipeId: path.split('/').at(-2) } }))
    .body;
  const again = await rows(`/api/v2/recipes/${clone.recipeId}/preview/`, {});
  expect(again.data).toEqual(all.data);
});

test('404: no preview, one of an earlier content, one of an earlier version', async () => {
  const path = await aRecipe();
  expect((await ask(`GET ${path}preview/`, { key })).status).toBe(404);
  expect((await ask(`GET ${path}insights/`, { key })).status).toBe(404);
  await finished(await ask(`POST ${path}preview/`, { key, body: {} }));
  expect((await ask(`GET ${path}preview/`, { key })).status).toBe(200);
  await ask(`PUT ${path}operations/`, { key, body: { operations: [filter('id', 'eq', 1)] } });
  expect((await ask(`GET ${path}preview/`, { key })).body.message).toContain('as it is now');
  await ask(`PUT ${path}operations/`, { key, body: { operations: [] } });
  expect((await ask(`GET ${path}preview/`, { key })).status).toBe(200);
  await sales.addVersion('SELECT 1 AS id');
  expect((await ask(`GET ${path}preview/`, { key })).status).toBe(404);
  await finished(await ask(`POST ${path}preview/`, { key, body: {} }));
  expect((await ask(`GET ${path}preview/`, { key })).body.data).toEqual([['1']]);
  await sales.addVersion(ROWS);
});

test.each([
  ['a column that is not there', [filter('id', 'gt', 1), filter('nowhere', 'gt', 1)], 1, /"nowhere"/],
  ['an expression that is none', [compute('x', 'id +')], 0, /x|expression|end/i],
  ['a function that reads files', [filter('id', 'gt', 1), compute('x', "read_text('/etc/passwd')")], 1, /read_text/],
  ['a second statement', [compute('x', '1; DROP TABLE recipes')], 0, /;/],
  [
    'text that is no number',
    [filter('id', 'gt', 1), compute('n', 'CAST(`a "b"` AS INTEGER)'), filter('n', 'gt', 0)],
    1,
    /v'/,
  ],
])('ERROR: %s is told with its index', async (_, operations, index, reason) => {
  const path = await aRecipe(operations);
  const { status, message } = await finished(await ask(`POST ${path}preview/`, { key, body: {} }), 'ERROR');
  expect(status).toBe('ERROR');
  expect(message).toMatch(new RegExp(`Operation ${index} \\(`));
  expect(message).toMatch(reason);
  const told = await ask(`GET ${path}preview/`, { key });
  expect(told).toMatchObject({ status: 422, body: { failedOperationsIndex: index } });
  expect((await ask(`GET ${path}insights/`, { key })).body).toMatchObject({ status: 'error', message });
  const recipe = (await ask(`GET ${path}`, { key })).body;
  expect(recipe).toMatchObject({ failedOperationsIndex: index, errorMessage: message, status: 'draft' });
  const fixed = await ask(`PUT ${path}operations/`, { key, body: { operations: [] } });
  expect(fixed.body).toMatchObject({ failedOperationsIndex: null, errorMessage: null });
});

test('401, 403, 404, 422: who may not look, and numbers out of range', async () => {
  const path = await aRecipe();
  for (const line of [`POST ${path}preview/`, `GET ${path}preview/`, `GET ${path}insights/`]) {
    expect((await ask(line)).status).toBe(401);
    expect((await ask(line, { key: bob.key })).status).toBe(404);
  }
  for (const numberOfOperationsToUse of [1, -1, 'x', 0.5]) {
    const answer = await ask(`POST ${path}preview/`, { key, body: { numberOfOperationsToUse } });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['numberOfOperationsToUse']);
    const read = await ask(`GET ${path}preview/?numberOfOperationsToUse=${numberOfOperationsToUse}`, { key });
    expect(read.status).toBe(422);
  }
  expect((await ask(`POST ${path}preview/`, { key, body: { rows: 5 } })).status).toBe(422);
  expect((await ask(`GET ${path}preview/?limit=100000`, { key })).status).toBe(422);
  const roles = [{ shareRecipientType: 'user', id: bob.id, role: 'CONSUMER' }];
  await ask(`PATCH ${path}sharedRoles/`, { key, body: { operation: 'updateRoles', roles } });
  // The recipe is shared, its dataset is not.
  expect((await ask(`POST ${path}preview/`, { key: bob.key })).status).toBe(404);
});
