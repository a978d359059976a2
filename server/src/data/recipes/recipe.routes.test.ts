import { expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';
import { aDataset } from './recipes.fixtures.ts';

const { ask, person, platform } = await servedApp();
const ann = await person({ organization: 'One' });
const bob = await person({ organization: 'One' });
const admin = await person({ organization: 'One', role: 'admin' });
const outsider = await person({ organization: 'Two', role: 'admin' });
const PATH = '/api/v2/recipes/';
const own = { userId: ann.id, organizationId: ann.organizationId };
const { datasetId, versionId } = await aDataset(platform, own, `SELECT 1 AS id, 'x' AS "select"`, 'Sales "2024"');

const make = async (more: object = {}) =>
  (await ask(`POST ${PATH}fromDataset/`, { key: ann.key, body: { datasetId, ...more } })).body;
const names = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map(({ name }) => name);

test('201: a recipe of a dataset, as the contract has it', async () => {
  const useCaseId = (await ask('POST /api/v2/useCases/', { key: ann.key })).body.id;
  const body = { datasetId, useCaseId, dialect: 'spark', recipeType: 'wrangling', snapshotPolicy: 'latest' };
  const made = await ask(`POST ${PATH}fromDataset/`, { key: ann.key, body });
  expect(made.status).toBe(201);
  expect(made.headers.location).toMatch(new RegExp(`/api/v2/recipes/${made.body.recipeId}/$`));
  expect(made.body).toMatchObject({
    name: 'Sales "2024" recipe',
    status: 'draft',
    recipeType: 'WRANGLING',
    dialect: 'spark',
    useCaseId,
    operations: [],
    downsampling: null,
    createdBy: { id: ann.id, username: ann.username },
    inputs: [{ inputType: 'dataset', datasetId, datasetVersionId: null, snapshotPolicy: 'latest', sampling: null }],
  });
  expect((await ask(`GET ${PATH}${made.body.recipeId}/`, { key: ann.key })).body).toEqual(made.body);
  const sampling = { directive: 'random-sample', arguments: { rows: 200 } };
  const fixed = await make({ snapshotPolicy: 'fixed', inputs: [{ sampling }] });
  expect(fixed.inputs).toMatchObject([{ datasetVersionId: versionId, snapshotPolicy: 'fixed', sampling }]);
});

test('201: a clone begins as a draft with the same content', async () => {
  const from = await make();
  const operations = [{ directive: 'drop-columns', arguments: { columns: ['select'] } }];
  await ask(`PUT ${PATH}${from.recipeId}/operations/`, { key: ann.key, body: { operations } });
  const clone = await ask(`POST ${PATH}fromRecipe/`, { key: ann.key, body: { recipeId: from.recipeId } });
  expect(clone.status).toBe(201);
  expect(clone.body).toMatchObject({ operations, name: `${from.name} (copy)`, status: 'draft', inputs: from.inputs });
  expect(clone.body.recipeId).not.toBe(from.recipeId);
  const named = { recipeId: from.recipeId, name: 'Mine', description: 'why' };
  expect((await ask(`POST ${PATH}fromRecipe/`, { key: ann.key, body: named })).body).toMatchObject({
    name: 'Mine',
    description: 'why',
  });
});

test('200: the list is filtered, ordered and paged', async () => {
  for (const name of ['Zeta list', 'Alpha list']) {
    const { recipeId } = await make();
    await ask(`PATCH ${PATH}${recipeId}/`, { key: ann.key, body: { name } });
  }
  const sql = await make({ dialect: 'snowflake', recipeType: 'SQL' });
  await ask(`PATCH ${PATH}${sql.recipeId}/`, { key: ann.key, body: { name: 'Beta list' } });
  const list = (query: string) => ask(`GET ${PATH}?search=LIST&${query}`, { key: ann.key });
  expect(names(await list('orderBy=name'))).toEqual(['Alpha list', 'Beta list', 'Zeta list']);
  expect(names(await list('orderBy=-name&limit=1&offset=1'))).toEqual(['Beta list']);
  expect(names(await list('orderBy=-createdAt'))).toEqual(['Beta list', 'Alpha list', 'Zeta list']);
  expect(names(await list('dialect=snowflake'))).toEqual(['Beta list']);
  expect(names(await list('dialect=snowflake&dialect=spark'))).toHaveLength(3);
  expect(names(await list('recipeType=sql'))).toEqual(['Beta list']);
  expect(names(await list('status=published'))).toEqual([]);
  expect(names(await list(`creatorUserId=${ann.id}`))).toHaveLength(3);
  expect(names(await list(`creatorUsername=${bob.username}`))).toEqual([]);
  for (const order of [
    'recipeId',
    'description',
    'dialect',
    'status',
    'recipeType',
    'createdBy',
    '-updatedBy',
    'updatedAt',
  ]) {
    expect((await list(`orderBy=${order}`)).status).toBe(200);
  }
  for (const wrong of ['orderBy=size', 'dialect=klingon', 'status=lost', 'limit=0', 'colour=red']) {
    expect((await list(wrong)).status).toBe(422);
  }
  expect(names(await ask(`GET ${PATH}?search=list`, { key: bob.key }))).toEqual([]);
  expect(names(await ask(`GET ${PATH}?search=list`, { key: admin.key }))).toHaveLength(3);
  expect(names(await ask(`GET ${PATH}?search=list`, { key: outsider.key }))).toEqual([]);
});

test('200: renamed, described, turned into SQL and back', async () => {
  const { recipeId } = await make();
  const patch = (body: object) => ask(`PATCH ${PATH}${recipeId}/`, { key: ann.key, body });
  expect((await patch({ name: 'New', description: '' })).body).toMatchObject({ name: 'New', description: '' });
  expect((await patch({ sql: 'SELECT 1' })).body).toMatchObject({ recipeType: 'SQL', sql: 'SELECT 1' });
  expect((await patch({ recipeType: 'WRANGLING' })).body).toMatchObject({ recipeType: 'WRANGLING', sql: 'SELECT 1' });
  expect((await patch({})).status).toBe(200);
  const wrong = await patch({ recipeType: 'FEATURE_DISCOVERY', description: 'x'.repeat(1001), colour: 'red' });
  expect(wrong.status).toBe(422);
  expect(Object.keys(wrong.body.errors).sort()).toEqual(['colour', 'description', 'recipeType']);
  expect((await patch({ sql: 'x'.repeat(64_001) })).status).toBe(422);
  expect((await patch({ sql: 'SELECT 1', recipeType: 'WRANGLING' })).body.errors).toHaveProperty('sql');
});

test('204: deleted, and then it is not there', async () => {
  const { recipeId } = await make();
  expect((await ask(`DELETE ${PATH}${recipeId}/`, { key: ann.key })).status).toBe(204);
  for (const method of ['GET', 'DELETE']) {
    expect((await ask(`${method} ${PATH}${recipeId}/`, { key: ann.key })).status).toBe(404);
  }
});

test('401, 403, 404: who may not, and what is not theirs', async () => {
  const { recipeId } = await make();
  const one = `${PATH}${recipeId}/`;
  expect((await ask(`GET ${one}`)).status).toBe(401);
  for (const { key } of [bob, outsider]) {
    expect((await ask(`GET ${one}`, { key })).status).toBe(404);
    expect((await ask(`PATCH ${one}`, { key, body: { name: 'x' } })).status).toBe(404);
    expect((await ask(`POST ${PATH}fromRecipe/`, { key, body: { recipeId } })).status).toBe(404);
    expect((await ask(`POST ${PATH}fromDataset/`, { key, body: { datasetId } })).status).toBe(404);
  }
  const roles = [{ shareRecipientType: 'user', id: bob.id, role: 'CONSUMER' }];
  const shared = { operation: 'updateRoles', roles };
  expect((await ask(`PATCH ${one}sharedRoles/`, { key: ann.key, body: shared })).status).toBe(204);
  expect((await ask(`GET ${one}`, { key: bob.key })).status).toBe(200);
  expect((await ask(`PATCH ${one}`, { key: bob.key, body: { name: 'x' } })).status).toBe(403);
  expect((await ask(`DELETE ${one}`, { key: bob.key })).status).toBe(403);
});

test('422: what is wrong with a new recipe is named with its place', async () => {
  const wrong = async (body: object) => {
    const answer = await ask(`POST ${PATH}fromDataset/`, { key: ann.key, body });
    expect(answer.status).toBe(422);
    return Object.keys(answer.body.errors).sort();
  };
  expect(await wrong({})).toEqual(['datasetId']);
  expect(await wrong({ datasetId, dialect: 'klingon', recipeType: 'FEATURE_DISCOVERY', extra: 1 })).toEqual([
    'dialect',
    'extra',
    'recipeType',
  ]);
  const bad = { sampling: { directive: 'limit', arguments: { rows: 0 } } };
  expect(await wrong({ datasetId, inputs: [bad] })).toEqual(['inputs.0.sampling.arguments.rows']);
  expect(await wrong({ datasetId, inputs: [{}, {}] })).toEqual(['inputs']);
  expect(await wrong({ datasetId, snapshotPolicy: 'latest', datasetVersionId: versionId })).toEqual([
    'datasetVersionId',
  ]);
  const none = { datasetId, snapshotPolicy: 'fixed', datasetVersionId: 'nowhere' };
  const answer = await ask(`POST ${PATH}fromDataset/`, { key: ann.key, body: none });
  expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining('no version nowhere') } });
});
