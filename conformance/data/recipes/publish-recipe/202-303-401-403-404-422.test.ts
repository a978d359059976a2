import { expect, test } from 'vitest';
import { call, refusalOf } from '../../../support/call.ts';
import { aPerson } from '../../../support/people.ts';
import { aDataset, aRecipe, compute, ended, keep, pathOf } from '../a-recipe.ts';

const PUBLISH = '/api/v2/datasets/fromRecipe/';

test('202, 303, 200: a dataset with the rows of the recipe', async () => {
  const { id, path } = await aRecipe([keep('id', 'gte', 30), compute('twice', '`id` * 2')]);
  const started = await call('POST', PUBLISH, { json: { recipeId: id, name: 'Ten', doSnapshot: true } });
  expect(started.body).toEqual({
    catalogId: expect.stringMatching(/^[0-9a-f]{24}$/),
    catalogVersionId: expect.stringMatching(/^[0-9a-f]{24}$/),
    statusId: expect.any(String),
  });
  const done = await ended(started);
  expect(done.status).toBe(303);
  const dataset = await call('GET', pathOf(done));
  expect(dataset.body).toMatchObject({
    datasetId: started.body.catalogId,
    name: 'Ten',
    rowCount: 10,
    recipeId: id,
    processingState: 'COMPLETED',
  });
  expect((await call('GET', path)).body.status).toBe('published');
});

test('202, 303: the next version of a dataset', async () => {
  const { id, datasetId } = await aRecipe([keep('id', 'lt', 5)]);
  const first = await call('POST', PUBLISH, { json: { recipeId: id } });
  await ended(first);
  const path = `/api/v2/datasets/${first.body.catalogId}/versions/fromRecipe/`;
  const second = await call('POST', path, { json: { recipeId: id } });
  expect((await ended(second)).status).toBe(303);
  expect(second.body.catalogId).toBe(first.body.catalogId);
  expect(second.body.catalogVersionId).not.toBe(first.body.catalogVersionId);
  const nobody = await aPerson();
  const theirs = `/api/v2/datasets/${datasetId}/versions/fromRecipe/`;
  expect((await call('POST', theirs, { key: nobody.token, json: { recipeId: id } })).status).toBe(404);
});

test('200 with status ERROR: the step and the reason; the dataset tells it too', async () => {
  const { id, path } = await aRecipe([keep('id', 'gt', 1), compute('n', 'CAST(`select` AS INTEGER)')]);
  const started = await call('POST', PUBLISH, { json: { recipeId: id } });
  const told = await ended(started);
  expect(told.body).toMatchObject({ status: 'ERROR', message: expect.stringMatching(/^Operation 1 \(compute-new\)/) });
  expect((await call('GET', path)).body).toMatchObject({ status: 'draft', failedOperationsIndex: 1 });
  const dataset = await call('GET', `/api/v2/datasets/${started.body.catalogId}/`);
  expect(dataset.body).toMatchObject({ processingState: 'ERROR', error: told.body.message });
});

test('401, 403, 404, 422', async () => {
  const { id, path } = await aRecipe();
  const json = { recipeId: id };
  expect((await call('POST', PUBLISH, { key: null, json })).status).toBe(401);
  const reader = await aPerson();
  expect((await call('POST', PUBLISH, { key: reader.token, json })).status).toBe(404);
  const roles = [{ shareRecipientType: 'user', id: reader.id, role: 'CONSUMER' }];
  await call('PATCH', `${path}sharedRoles/`, { json: { operation: 'updateRoles', roles } });
  expect((await call('POST', PUBLISH, { key: reader.token, json })).status).toBe(403);
  expect((await call('POST', PUBLISH, { json: { recipeId: '65f000000000000000000001' } })).status).toBe(404);
  const wrong = await call('POST', PUBLISH, { json: { name: '', doSnapshot: false, colour: 'red' } });
  expect(wrong.status).toBe(422);
  expect(Object.keys(wrong.body.errors).sort()).toEqual(['colour', 'doSnapshot', 'name', 'recipeId']);
});

test('404, 422: nothing is published, by whichever route, with no credential, no SQL, columns or rows', async () => {
  const { datasetId, id: whole } = await aRecipe();
  const refusals = async (recipeId: string, more: object = {}) => {
    const project = new FormData();
    project.append('recipeId', recipeId);
    const json = { recipeId, ...more };
    const answers = [
      await call('POST', PUBLISH, { json }),
      await call('POST', `/api/v2/datasets/${datasetId}/versions/fromRecipe/`, { json }),
      ...('credentialId' in more ? [] : [await call('POST', '/api/v2/projects/', { body: project })]),
    ];
    return [...new Set(answers.map(refusalOf))];
  };
  const nowhere = { credentialId: '65f000000000000000000001' };
  expect(await refusals(whole, nowhere)).toEqual(['404 data.no_such_credential']);

  const text = await aRecipe([], { recipeType: 'SQL' });
  expect(await refusals(text.id)).toEqual(['422 recipes.no_sql']);
  const few = { directive: 'random-sample', arguments: { rows: 5, seed: 43 } };
  await call('PATCH', text.path, { json: { sql: 'SELECT `id` FROM `sales`' } });
  await call('PUT', `${text.path}downsampling/`, { json: { downsampling: few } });
  expect(await refusals(text.id)).toEqual(['422 recipes.sql_downsampling']);

  const smart = { directive: 'smart-downsampling', arguments: { method: 'binary', rows: 5, seed: 43 } };
  const sampled = await aRecipe();
  const set = await call('PUT', `${sampled.path}downsampling/`, { json: { downsampling: smart } });
  expect(set.status, set.text).toBe(200);
  expect(await refusals(sampled.id)).toEqual(['422 recipes.smart_needs_columns']);

  const gone = await aDataset();
  const orphan = await call('POST', '/api/v2/recipes/fromDataset/', { json: { datasetId: gone } });
  await call('DELETE', `/api/v2/datasets/${gone}/`);
  expect(await refusals(orphan.body.recipeId)).toEqual(['422 recipes.unreadable_input']);
});
