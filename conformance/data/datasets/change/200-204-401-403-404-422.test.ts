import { expect, test } from 'vitest';
import { call } from '../../../support/call.ts';
import { aPerson } from '../../../support/people.ts';
import { aDataset, PATH } from '../a-dataset.ts';

test('200: renamed, categorised, described', async () => {
  const { id } = await aDataset();
  const json = { name: 'Renamed', categories: ['TRAINING', 'SAMPLE'] };
  expect((await call('PATCH', `${PATH}${id}/`, { json })).body).toMatchObject(json);
  const described = { name: 'Again', description: 'What it is', tags: ['q3'] };
  const item = await call('PATCH', `/api/v2/catalogItems/${id}/`, { json: described });
  expect(item.body).toMatchObject({ catalogName: 'Again', description: 'What it is', tags: ['q3'] });
  expect((await call('GET', `${PATH}${id}/`)).body).toMatchObject({ name: 'Again', tags: ['q3'] });
});

test('204: many at once', async () => {
  const datasetIds = [(await aDataset()).id, (await aDataset()).id];
  const bulk = (payload: object, key?: string) =>
    call('PATCH', PATH, { json: { datasetIds, payload }, ...(key === undefined ? {} : { key }) });
  expect((await bulk({ action: 'tag', tags: ['x'] })).status).toBe(204);
  expect((await bulk({ action: 'delete' }, (await aPerson()).token)).status).toBe(404);
  expect((await bulk({ action: 'delete' })).status).toBe(204);
  expect((await call('GET', `${PATH}${datasetIds[1]}/`)).status).toBe(410);
  expect((await bulk({ action: 'paint' })).status).toBe(422);
});

test('401, 404, 422', async () => {
  const { id } = await aDataset();
  const key = (await aPerson()).token;
  expect((await call('PATCH', `${PATH}${id}/`, { json: { name: 'x' }, key: null })).status).toBe(401);
  expect((await call('PATCH', `${PATH}${id}/`, { json: { name: 'x' }, key })).status).toBe(404);
  expect((await call('DELETE', `${PATH}${id}/`, { key })).status).toBe(404);
  for (const json of [{ name: '' }, { name: 5 }, { categories: ['FOOD'] }, { colour: 'red' }]) {
    expect([json, (await call('PATCH', `${PATH}${id}/`, { json })).status]).toEqual([json, 422]);
  }
});
