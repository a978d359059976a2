import { expect, test } from 'vitest';
import { call } from '../../../support/call.ts';
import { aPerson } from '../../../support/people.ts';
import { aRecipe, compute, published, REFUSED, refusals } from '../a-recipe.ts';

const random = { directive: 'random-sample', arguments: { rows: 5, seed: 43 } };

/** Every route that changes what a recipe does: its place, a good body, a wrong one, and the place of what is wrong. */
const contents = (datasetId: string) =>
  [
    [
      'PUT',
      'operations/',
      { operations: [compute('twice', 'id * 2')] },
      { operations: [{}] },
      'operations.0.directive',
    ],
    ['PUT', 'inputs/', { inputs: [{ inputType: 'dataset', datasetId }] }, { inputs: [] }, 'inputs'],
    [
      'PUT',
      'downsampling/',
      { downsampling: random },
      { downsampling: { directive: 'limit' } },
      'downsampling.directive',
    ],
    ['PUT', 'downsampling/', { downsampling: null }, {}, 'downsampling'],
    ['PATCH', 'settings/', { target: 'amount' }, { sparkInstanceSize: 'huge' }, 'sparkInstanceSize'],
    ['PATCH', 'settings/', { target: 'id' }, { target: 'nosuchcolumn' }, 'target'],
    ['PATCH', 'settings/', { predictionPoint: null }, { predictionPoint: 'day' }, 'predictionPoint'],
    ['PATCH', '', { sql: 'SELECT `id` FROM `sales`' }, { sql: 5 }, 'sql'],
  ] as const;

test('200, 422: content is changed; what is wrong is named with its place', async () => {
  const { path, datasetId } = await aRecipe();
  for (const [method, inner, good, wrong, place] of contents(datasetId)) {
    const refused = await call(method, path + inner, { json: wrong });
    expect([inner, refused.status, Object.keys(refused.body.errors)]).toEqual([inner, 422, [place]]);
    expect([inner, (await call(method, path + inner, { json: good })).status]).toEqual([inner, 200]);
  }
  expect((await call('PATCH', `${path}settings/`, { json: { target: 'id' } })).body).toMatchObject({ target: 'id' });
});

test('200, 422: renamed and described', async () => {
  const { path } = await aRecipe();
  const json = { name: 'Née "Sales"', description: '' };
  expect((await call('PATCH', path, { json })).body).toMatchObject(json);
  const wrong = await call('PATCH', path, { json: { name: '', description: 'x'.repeat(1001), recipeType: 'POEM' } });
  expect(wrong.status).toBe(422);
  expect(Object.keys(wrong.body.errors).sort()).toEqual(['description', 'name', 'recipeType']);
});

test('401, 404: without a key, and what is not there', async () => {
  const { id, datasetId } = await aRecipe();
  for (const [method, inner, good] of contents(datasetId)) {
    expect(await refusals(method, (one) => `/api/v2/recipes/${one}/${inner}`, id, good)).toEqual(REFUSED);
  }
  expect(await refusals('DELETE', (one) => `/api/v2/recipes/${one}/`, id)).toEqual(REFUSED);
});

test('403: shared for reading only', async () => {
  const { path, datasetId } = await aRecipe();
  const reader = await aPerson();
  const roles = [{ shareRecipientType: 'user', id: reader.id, role: 'CONSUMER' }];
  const shared = await call('PATCH', `${path}sharedRoles/`, { json: { operation: 'updateRoles', roles } });
  expect(shared.status).toBe(204);
  expect((await call('GET', path, { key: reader.token })).status).toBe(200);
  for (const [method, inner, good] of contents(datasetId)) {
    if (inner !== 'inputs/') {
      expect([inner, (await call(method, path + inner, { key: reader.token, json: good })).status]).toEqual([
        inner,
        403,
      ]);
    }
  }
  expect((await call('DELETE', path, { key: reader.token })).status).toBe(403);
});

test('409: a published recipe keeps its content', async () => {
  const { id, path, datasetId } = await aRecipe();
  expect((await published(id)).status).toBe(303);
  expect((await call('GET', path)).body.status).toBe('published');
  for (const [method, inner, good] of contents(datasetId)) {
    const refused = await call(method, path + inner, { json: good });
    expect([inner, refused.status, refused.body.message]).toEqual([inner, 409, expect.stringContaining('fromRecipe')]);
  }
  expect((await call('PATCH', path, { json: { name: 'May change' } })).status).toBe(200);
});

test('204: deleted', async () => {
  const { path } = await aRecipe();
  expect((await call('DELETE', path)).status).toBe(204);
  expect((await call('GET', path)).status).toBe(404);
});
