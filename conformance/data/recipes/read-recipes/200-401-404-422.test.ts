import { expect, test } from 'vitest';
import { call } from '../../../support/call.ts';
import { aPerson } from '../../../support/people.ts';
import { aRecipe, keep, REFUSED, refusals } from '../a-recipe.ts';

const { id, path, datasetId } = await aRecipe([keep('id', 'gt', 3)]);
const LIST = '/api/v2/recipes/';

test('200: the list is an envelope with everything in it', async () => {
  await aRecipe();
  const list = await call('GET', `${LIST}?limit=1&dialect=spark&orderBy=-createdAt`);
  expect(list.status).toBe(200);
  expect(Object.keys(list.body).sort()).toEqual(['count', 'data', 'next', 'previous', 'totalCount']);
  expect(list.body.data).toHaveLength(1);
  const next = await fetch(list.body.next, { headers: { authorization: `Bearer ${(await aPerson()).token}` } });
  expect(next.status).toBe(200);
  expect(list.body.next).toContain('dialect=spark');
});

test('200: one recipe, its inputs, one of its operations', async () => {
  expect((await call('GET', path)).body).toMatchObject({ recipeId: id, operations: [keep('id', 'gt', 3)] });
  expect((await call('GET', `${path}inputs/`)).body).toMatchObject({ inputs: [{ inputType: 'dataset', datasetId }] });
  expect((await call('GET', `${path}operations/0/`)).body).toMatchObject(keep('id', 'gt', 3));
});

test('401, 404: without a key; not there; an operation that is none', async () => {
  expect((await call('GET', LIST, { key: null })).status).toBe(401);
  for (const inner of ['', 'inputs/', 'operations/0/']) {
    expect(await refusals('GET', (one) => `${LIST}${one}/${inner}`, id)).toEqual(REFUSED);
  }
  for (const index of ['1', '-1', 'first']) {
    expect((await call('GET', `${path}operations/${index}/`)).status).toBe(404);
  }
  expect((await call('GET', path, { key: (await aPerson()).token })).status).toBe(404);
});

test.each(['orderBy=size', 'dialect=klingon', 'status=lost', 'recipeType=POEM', 'limit=-1', 'colour=red'])(
  '422: %s',
  async (query) => {
    const wrong = await call('GET', `${LIST}?${query}`);
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.errors)[0]).toContain(query.split('=')[0]);
  },
);
