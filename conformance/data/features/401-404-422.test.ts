import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { aTable } from './a-table.ts';

const { key, path, versionPath } = await aTable();
const routes = ['allFeaturesDetails/', 'featureHistograms/sales/', 'rows/'];

test('without a key: 401', async () => {
  for (const route of routes) {
    expect((await call('GET', path + route, { key: null })).status).toBe(401);
    expect((await call('GET', versionPath + route, { key: null })).status).toBe(401);
  }
});

test('what is not there, or not theirs: 404', async () => {
  const { token } = await aPerson();
  for (const route of routes) {
    expect((await call('GET', path + route, { key: token })).status).toBe(404);
    expect((await call('GET', `/api/v2/datasets/65f000000000000000000001/${route}`, { key })).status).toBe(404);
    expect((await call('GET', `${path}versions/65f000000000000000000001/${route}`, { key })).status).toBe(404);
  }
  expect((await call('GET', `${path}featureHistograms/nothing/`, { key })).status).toBe(404);
});

test.each([
  ['orderBy', 'allFeaturesDetails/?orderBy=importance'],
  ['limit', 'allFeaturesDetails/?limit=many'],
  ['featurelistId', 'allFeaturesDetails/?featurelistId=65f000000000000000000001'],
  ['colour', 'allFeaturesDetails/?colour=red'],
  ['binLimit', 'featureHistograms/sales/?binLimit=0'],
  ['key', 'featureHistograms/sales/?key=x'],
  ['searchFor', 'rows/?searchFor=x'],
])('a wrong %s is named: 422', async (field, route) => {
  for (const place of [path, versionPath]) {
    const { status, body } = await call('GET', place + route, { key });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  }
});
