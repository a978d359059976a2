import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { aTable } from '../features/a-table.ts';

const { key, path, versionPath } = await aTable();
const lists = `${path}featurelists/`;
const places = [lists, `${versionPath}featurelists/`];

test('without a key: 401', async () => {
  for (const place of places) expect((await call('GET', place, { key: null })).status).toBe(401);
  expect((await call('POST', lists, { key: null, json: { name: 'A', features: ['day'] } })).status).toBe(401);
});

test('what is not there, or not theirs: 404', async () => {
  const { token } = await aPerson();
  for (const place of places) {
    expect((await call('GET', place, { key: token })).status).toBe(404);
    expect((await call('GET', `${place}65f000000000000000000001/`, { key })).status).toBe(404);
  }
  expect((await call('PATCH', `${lists}65f000000000000000000001/`, { key, json: { name: 'A' } })).status).toBe(404);
  expect((await call('DELETE', `${lists}65f000000000000000000001/`, { key })).status).toBe(404);
});

test('a name that is taken, and the list that comes with the version: 409', async () => {
  expect((await call('POST', lists, { key, json: { name: 'Twice', features: ['day'] } })).status).toBe(201);
  expect((await call('POST', lists, { key, json: { name: 'Twice', features: ['sales'] } })).status).toBe(409);
  const [automatic] = (await call('GET', `${lists}?orderBy=userCreated`, { key })).body.data;
  expect((await call('DELETE', `${lists}${automatic.id}/`, { key })).status).toBe(409);
  expect((await call('PATCH', `${lists}${automatic.id}/`, { key, json: { name: 'Mine' } })).status).toBe(409);
});

test.each([
  'includePlot=true',
  'featurelistId=65f000000000000000000001',
  'orderBy=featureType',
  'orderBy=-unique',
  'sort=name',
])('a parameter these routes do not have, or a value it cannot take, is named: 422 %s', async (query) => {
  for (const place of places) {
    const { status, body } = await call('GET', `${place}?${query}`, { key });
    expect([status, body.message, Object.keys(body.errors)]).toEqual([
      422,
      'Invalid field data',
      [query.split('=')[0]],
    ]);
  }
});

test.each([
  ['features', { name: 'A', features: ['nothing'] }],
  ['features', { name: 'A', features: 'day' }],
  ['name', { features: ['day'] }],
])('a list with wrong %s: 422', async (field, json) => {
  const { status, body } = await call('POST', lists, { key, json });
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});
