import { expect, test } from 'vitest';
import { call } from '../../../support/call.ts';
import { aPerson } from '../../../support/people.ts';
import { aRecipe } from '../a-recipe.ts';

const { id, datasetId } = await aRecipe();
const FROM_DATASET = '/api/v2/recipes/fromDataset/';
const FROM_STORE = '/api/v2/recipes/fromDataStore/';
const FROM_RECIPE = '/api/v2/recipes/fromRecipe/';

test('201: from a dataset, with the keys clients read', async () => {
  const made = await call('POST', FROM_DATASET, {
    json: { datasetId, dialect: 'snowflake', recipeType: 'WRANGLING', snapshotPolicy: 'fixed' },
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    recipeId: expect.stringMatching(/^[0-9a-f]{24}$/),
    name: expect.any(String),
    dialect: 'snowflake',
    status: 'draft',
    recipeType: 'WRANGLING',
    operations: [],
    inputs: [{ inputType: 'dataset', datasetId, datasetVersionId: expect.any(String), snapshotPolicy: 'fixed' }],
  });
});

test('201: without a slash at the end, as some clients write it', async () => {
  const made = await call('POST', '/api/v2/recipes/fromDataset', { json: { datasetId } });
  expect(made.status).toBe(201);
  expect((await call('GET', `/api/v2/recipes/${made.body.recipeId}`)).status).toBe(200);
});

test('201: from tables of a data store', async () => {
  const { body: drivers } = await call('GET', '/api/v2/externalDataDrivers/');
  const params = { driverId: drivers.data[0].id, jdbcUrl: 'jdbc:postgresql://db.example.org/sales' };
  const canonicalName = `store ${Date.now()}`;
  const store = await call('POST', '/api/v2/externalDataStores/', { json: { type: 'jdbc', canonicalName, params } });
  const inputs = [{ canonicalName: `${canonicalName} orders`, table: 'orders', schema: 'public' }];
  const json = {
    dataStoreId: store.body.id,
    dataSourceType: 'jdbc',
    dialect: 'postgres',
    recipeType: 'wrangling',
    inputs,
  };
  const made = await call('POST', FROM_STORE, { json });
  expect(made.status).toBe(201);
  expect(made.body.inputs).toMatchObject([{ inputType: 'datasource', dataStoreId: store.body.id }]);
  expect((await call('POST', FROM_STORE, { json })).status).toBe(409);
  expect((await call('POST', FROM_STORE, { json: { ...json, dialect: 'spark' } })).status).toBe(422);
});

test('201: a clone', async () => {
  const made = await call('POST', FROM_RECIPE, { json: { recipeId: id, name: 'Again' } });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ name: 'Again', status: 'draft' });
  expect(made.body.recipeId).not.toBe(id);
});

test('401, 404: without a key, and what is not there or not theirs', async () => {
  const { token } = await aPerson();
  for (const [path, json] of [
    [FROM_DATASET, { datasetId }],
    [FROM_RECIPE, { recipeId: id }],
  ] as const) {
    expect((await call('POST', path, { key: null, json })).status).toBe(401);
    expect((await call('POST', path, { key: token, json })).status).toBe(404);
  }
  expect((await call('POST', FROM_RECIPE, { json: { recipeId: '65f000000000000000000001' } })).status).toBe(404);
});

test('422: every wrong field with its place', async () => {
  const sampling = { directive: 'random-sample', arguments: { rows: 'many' } };
  const json = { dialect: 'klingon', recipeType: 'POEM', inputs: [{ sampling }], colour: 'red' };
  const wrong = await call('POST', FROM_DATASET, { json });
  expect(wrong.status).toBe(422);
  expect(Object.keys(wrong.body.errors).sort()).toEqual(
    ['colour', 'datasetId', 'dialect', 'inputs.0.sampling.arguments.rows', 'recipeType'].sort(),
  );
  expect((await call('POST', FROM_STORE, { json: {} })).status).toBe(422);
  expect((await call('POST', FROM_RECIPE, { json: {} })).body.errors).toHaveProperty('recipeId');
});
