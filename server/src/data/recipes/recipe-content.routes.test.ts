import { expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';
import { aDataset } from './recipes.fixtures.ts';

const { ask, person, platform } = await servedApp();
const ann = await person({ organization: 'One' });
const own = { userId: ann.id, organizationId: ann.organizationId };
const { datasetId, versionId } = await aDataset(platform, own, 'SELECT 1 AS id');
const right = await aDataset(platform, own, 'SELECT 1 AS id, 2 AS price', 'prices');
const key = ann.key;

const { recipeId } = (await ask('POST /api/v2/recipes/fromDataset/', { key, body: { datasetId } })).body;
const PATH = `/api/v2/recipes/${recipeId}/`;
const ERRORS = async (line: string, body: object) => {
  const answer = await ask(line, { key, body });
  expect(answer.status).toBe(422);
  return Object.keys(answer.body.errors);
};

test('200: operations are set, read one by one, and emptied', async () => {
  const operations = [
    { directive: 'compute-new', arguments: { expression: 'id + 1', newFeatureName: 'next "one"' } },
    { directive: 'filter', arguments: { conditions: [{ column: 'id', function: 'gt', functionArguments: [0] }] } },
  ];
  const put = await ask(`PUT ${PATH}operations/`, { key, body: { operations } });
  expect(put.status).toBe(200);
  expect(put.body.operations).toMatchObject(operations);
  expect(put.body.operations[1].arguments).toMatchObject({ keepRows: true, operator: 'and' });
  expect((await ask(`GET ${PATH}operations/0/`, { key })).body).toEqual(operations[0]);
  for (const index of ['2', '-1', 'x', '1.5', '99999999999999999999']) {
    expect((await ask(`GET ${PATH}operations/${index}/`, { key })).status).toBe(404);
  }
  expect((await ask(`PUT ${PATH}operations/`, { key, body: { operations: [] } })).body.operations).toEqual([]);
  expect((await ask(`GET ${PATH}operations/0/`, { key })).body.message).toContain('has none');
});

test('422: every wrong operation is named with its place', async () => {
  const set = (...operations: object[]) => ERRORS(`PUT ${PATH}operations/`, { operations });
  const drop = { directive: 'drop-columns', arguments: { columns: ['a'] } };
  expect(await set(drop, { directive: 'drop-table', arguments: {} })).toEqual(['operations.1.directive']);
  expect(await set({ directive: 'drop-columns', arguments: {} })).toEqual(['operations.0.arguments.columns']);
  expect(await set(drop, { ...drop, note: 'x' })).toEqual(['operations.1.note']);
  const between = { column: 'a', function: 'between', functionArguments: [1] };
  expect(await set({ directive: 'filter', arguments: { conditions: [between] } })).toEqual([
    'operations.0.arguments.conditions.0.functionArguments',
  ]);
  expect(await ERRORS(`PUT ${PATH}operations/`, {})).toEqual(['operations']);
  expect(await ERRORS(`PUT ${PATH}operations/`, { operations: 'all' })).toEqual(['operations']);
});

test('200: inputs are listed and replaced; latest keeps no version', async () => {
  const input = (of: string, more: object = {}) => ({ inputType: 'dataset', datasetId: of, ...more });
  const sampling = { directive: 'limit', arguments: { rows: 7 } };
  const inputs = [
    input(datasetId, { sampling, snapshotPolicy: 'fixed', datasetVersionId: versionId }),
    input(right.datasetId, { alias: 'prices', datasetVersionId: right.versionId }),
  ];
  const put = await ask(`PUT ${PATH}inputs/`, { key, body: { inputs } });
  expect(put.status).toBe(200);
  expect((await ask(`GET ${PATH}inputs/`, { key })).body).toEqual({ inputs: put.body.inputs });
  expect(put.body.inputs).toMatchObject([
    { datasetVersionId: versionId, sampling },
    { datasetVersionId: null, snapshotPolicy: 'latest', alias: 'prices' },
  ]);
});

test('422: inputs that are not there or do not fit are named with their place', async () => {
  const set = (...inputs: object[]) => ERRORS(`PUT ${PATH}inputs/`, { inputs });
  const good = { inputType: 'dataset', datasetId };
  expect(await set()).toEqual(['inputs']);
  expect(await set(good, { inputType: 'dataset', datasetId: 'nowhere' })).toEqual(['inputs.1']);
  expect(await set({ ...good, snapshotPolicy: 'fixed', datasetVersionId: right.versionId })).toEqual(['inputs.0']);
  expect(await set({ inputType: 'file' })).toEqual(['inputs.0.inputType']);
  const sampling = { directive: 'limit', arguments: { rows: 7 } };
  expect(await set(good, { ...good, sampling })).toEqual(['inputs.1.sampling']);
  expect(await set({ inputType: 'datasource', dataSourceId: 'x', dataStoreId: 'y' })).toEqual(['inputs.0']);
});

test('200, 422: downsampling is set and taken away', async () => {
  const line = `PUT ${PATH}downsampling/`;
  const downsampling = { directive: 'smart-downsampling', arguments: { rows: 10, method: 'binary', seed: 43 } };
  expect((await ask(line, { key, body: { downsampling } })).body.downsampling).toEqual(downsampling);
  expect((await ask(line, { key, body: { downsampling: null } })).body.downsampling).toBeNull();
  expect(await ERRORS(line, {})).toEqual(['downsampling']);
  expect(await ERRORS(line, { downsampling: { directive: 'limit', arguments: { rows: 1 } } })).toEqual([
    'downsampling.directive',
  ]);
});

test('200, 422: settings answer themselves; what is not sent stays', async () => {
  const line = `PATCH ${PATH}settings/`;
  expect((await ask(line, { key, body: { target: 'id', weightsFeature: 'w' } })).body).toMatchObject({ target: 'id' });
  const after = await ask(line, { key, body: { target: null, sparkInstanceSize: 'large' } });
  expect(after.body).toMatchObject({ target: null, weightsFeature: 'w', sparkInstanceSize: 'large' });
  expect((await ask(`GET ${PATH}`, { key })).body.settings).toEqual(after.body);
  expect(await ERRORS(line, { sparkInstanceSize: 'huge', colour: 'red' })).toEqual(['sparkInstanceSize', 'colour']);
});

test('422: settings that would have no effect', async () => {
  const line = `PATCH ${PATH}settings/`;
  const none = await ask(line, { key, body: { target: 'nosuchcolumn' } });
  expect([none.status, none.body.errors]).toEqual([
    422,
    { target: 'The recipe makes no column "nosuchcolumn". It makes id' },
  ]);
  const operations = [{ directive: 'compute-new', arguments: { expression: 'id + 1', newFeatureName: 'next' } }];
  await ask(`PUT ${PATH}operations/`, { key, body: { operations } });
  expect((await ask(line, { key, body: { target: 'next' } })).body.target).toBe('next');
  expect(await ERRORS(line, { weightsFeature: 'next' })).toEqual(['weightsFeature']);
  const discovery = {
    predictionPoint: 'day',
    relationshipsConfigurationId: recipeId,
    featureDiscoverySupervisedFeatureReduction: true,
    featureDiscoveryProjectId: recipeId,
  };
  expect(await ERRORS(line, discovery)).toEqual(Object.keys(discovery));
  const off = Object.fromEntries(Object.keys(discovery).map((name) => [name, null]));
  expect((await ask(line, { key, body: off })).status).toBe(200);
  const postgres = (await ask('POST /api/v2/recipes/fromDataset/', { key, body: { datasetId, dialect: 'postgres' } }))
    .body;
  const other = `PATCH /api/v2/recipes/${postgres.recipeId}/settings/`;
  expect(await ERRORS(other, { sparkInstanceSize: 'small' })).toEqual(['sparkInstanceSize']);
});
