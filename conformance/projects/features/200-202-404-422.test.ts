import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call, refusalOf } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { housingCsv } from '../housing.ts';
import { uploadProject } from '../shops.ts';

let options: CallOptions;
let path: string;
beforeAll(async () => {
  options = { key: (await aPerson()).token };
  ({ path = '' } = await follow(await uploadProject(housingCsv(), 'Housing', options), options));
});
const get = (rest: string) => call('GET', path + rest, options);
const post = (rest: string, json: object) => call('POST', path + rest, { ...options, json });

test('200: every column with what clients cannot do without', async () => {
  const { body } = await get('features/');
  expect(body.map(({ name }: { name: string }) => name)).toEqual(['size', 'age', 'town', 'price', 'sold']);
  for (const one of body) {
    expect(one, one.name).toMatchObject({ id: expect.any(Number), lowInformation: false, timeSeriesEligible: false });
    expect(one.timeSeriesEligibilityReason.length, one.name).toBeGreaterThan(0);
  }
  expect((await get('features/size/')).body).toMatchObject({ name: 'size', featureType: 'Numeric', min: 0, max: 99 });
});

test('200: metrics win over a feature of that name; a histogram has three keys', async () => {
  const { body } = await get('features/metrics/?featureName=sold');
  expect(body).toMatchObject({ featureName: 'sold', availableMetrics: expect.arrayContaining(['LogLoss', 'AUC']) });
  const { plot } = (await get('featureHistograms/town/')).body;
  expect(plot.map((one: object) => Object.keys(one).sort())).toEqual(Array(3).fill(['count', 'label', 'target']));
  expect((await get('features/metrics/?featureName=nothing')).status).toBe(404);
  expect((await get('features/metrics/')).status).toBe(422);
});

test('202: a column read as another type is a column of its own', async () => {
  const json = { name: 'age as kind', parentName: 'age', variableType: 'categoricalInt' };
  const { path: made = '', failure } = await follow(await post('typeTransformFeatures/', json), options);
  expect([failure, made]).toEqual([undefined, `${path}features/${encodeURIComponent('age as kind')}/`]);
  expect((await call('GET', made, options)).body).toMatchObject({ name: 'age as kind', featureType: 'Categorical' });
  expect((await post('typeTransformFeatures/', json)).status).toBe(422);
});

test('202, 404, 422: several columns at once, each under a name of its own', async () => {
  const batch = (json: object) => post('batchTypeTransformFeatures/', { variableType: 'categorical', ...json });
  const begun = await batch({ parentNames: ['size', 'age'], prefix: 'kind of ' });
  const { path: made = '', failure } = await follow(begun, options);
  expect(failure).toBeUndefined();
  const names = ['kind of size', 'kind of age'];
  const found = await Promise.all(names.map((name) => get(`features/${encodeURIComponent(name)}/`)));
  expect(found.map(({ body }) => [body.name, body.featureType])).toEqual(names.map((name) => [name, 'Categorical']));
  expect(made).toContain('batchTypeTransformFeaturesResult/');
  expect(refusalOf(await batch({ parentNames: ['size'], prefix: 'kind of ' }))).toBe('422 projects.feature_name_taken');
  expect(refusalOf(await batch({ parentNames: ['nothing'], suffix: '!' }))).toBe('404 projects.no_such_feature');
  const nameless = await batch({ parentNames: ['size'] });
  expect([refusalOf(nameless), nameless.body.message]).toEqual([
    '422 projects.feature_no_new_name',
    expect.stringContaining('Send prefix, suffix or both'),
  ]);
  const one = { name: 'x', parentName: 'age', variableType: 'categoricalInt' };
  const date = await post('typeTransformFeatures/', { ...one, dateExtraction: 'month' });
  expect([refusalOf(date), date.body.message]).toEqual([
    '422 projects.feature_not_a_date',
    expect.stringContaining('works on dates only'),
  ]);
  const nothing = await post('typeTransformFeatures/', { ...one, parentName: 'nothing' });
  expect(refusalOf(nothing)).toBe('404 projects.no_such_feature');
});

test('404 and 422: what is not there, what cannot be', async () => {
  expect((await get('features/nothing/')).status).toBe(404);
  expect((await get('featureHistograms/nothing/')).status).toBe(404);
  expect((await get('featureHistograms/size/?binLimit=0')).status).toBe(422);
  expect((await get('modelingFeatures/')).status).toBe(422);
  const wrong = { name: 'x', parentName: 'age', variableType: 'colour' };
  expect((await post('typeTransformFeatures/', wrong)).body.errors.variableType).toBeDefined();
});
