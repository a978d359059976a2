import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call, refusalOf } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { jobDone } from '../housing.ts';
import { modelledReviews, type Reviews } from '../reviews.ts';
import { shopsProject } from '../shops.ts';

let options: CallOptions;
let reviews: Reviews;
let model: string;
let projectId: string;
let sliceId: string;
const OSLO = [{ operand: 'town', operator: 'eq', values: ['Oslo'] }];

beforeAll(async () => {
  options = { key: (await aPerson()).token };
  reviews = await modelledReviews(options, 'score', ['gbdt']);
  model = reviews.models.gbdt ?? '';
  projectId = reviews.path.split('/').at(-2) ?? '';
  sliceId = (await make({})).body.id;
}, 600_000);

const make = (more: object, by = options) =>
  call('POST', '/api/v2/dataSlices/', { ...by, json: { projectId, name: 'Oslo', filters: OSLO, ...more } });
const sizes = (method: string, more: Record<string, string>, by = options, id = sliceId) => {
  const path = `/api/v2/dataSlices/${id}/sliceSizes/`;
  return method === 'GET'
    ? call('GET', `${path}?${new URLSearchParams(more)}`, by)
    : call('POST', path, { ...by, json: more });
};
const compute = (name: string, json: object) =>
  call('POST', `/api/v2/insights/${name}/`, { ...options, json: { entityId: model, ...json } });
const read = (name: string, query: string) =>
  call('GET', `/api/v2/insights/${name}/models/${model}/?${query}`, options);

test('201, 200 and 204: a slice is made, read, listed and deleted', async () => {
  const made = await make({ name: 'Cheap', filters: [{ operand: 'price', operator: 'between', values: [0, 20] }] });
  expect(made.status).toBe(201);
  const one = `/api/v2/dataSlices/${made.body.id}/`;
  expect((await call('GET', one, options)).body).toEqual(made.body);
  const listed = await call('GET', `${reviews.path}dataSlices/?limit=10`, options);
  expect(listed.body.data.map(({ name }: { name: string }) => name)).toEqual(['Oslo', 'Cheap']);
  expect((await call('DELETE', one, options)).status).toBe(204);
  expect(refusalOf(await call('GET', one, options))).toBe('404 slices.no_such_slice');
});

test('202, 204 and 200: rows are counted, and insights are about them', async () => {
  expect((await sizes('GET', { source: 'validation' })).status).toBe(204);
  const { path = '' } = await follow(await sizes('POST', { source: 'validation', projectId }), options);
  expect(path).toContain('sliceSizes');
  const counted = (await sizes('GET', { source: 'validation' })).body;
  expect(counted).toMatchObject({ dataSliceId: sliceId, projectId, source: 'validation' });
  await follow(await compute('residuals', { dataSliceId: sliceId }), options);
  const [chart] = (await read('residuals', `dataSliceId=${sliceId}`)).body.data;
  expect([chart.dataSliceId, chart.data.data.length]).toEqual([sliceId, counted.sliceSize]);
  const [all] = (await read('residuals', 'unslicedOnly=true')).body.data;
  expect(all.data.data.length).toBeGreaterThan(counted.sliceSize);
  await follow(await compute('featureImpact', { dataSliceId: sliceId }), options);
  const effects = await compute('featureEffects', { dataSliceId: sliceId });
  await jobDone(effects.headers.get('location'), options);
  expect((await read('featureEffects', `dataSliceId=${sliceId}`)).body.data[0].dataSliceId).toBe(sliceId);
  const [told] = (await read('featureImpact', `dataSliceId=${sliceId}`)).body.data;
  const town = told.data.featureImpacts.find((one: { featureName: string }) => one.featureName === 'town');
  expect(town.impactUnnormalized).toBe(0);
}, 120_000);

test('401, 403 and 404: nobody, readers, and those who cannot see the project', async () => {
  const [reader, other] = [await aPerson(), { key: (await aPerson()).token }];
  const roles = [{ shareRecipientType: 'user', id: reader.id, role: 'CONSUMER', canUseData: false }];
  const json = { operation: 'updateRoles', roles };
  await call('PATCH', `${reviews.path}sharedRoles/`, { ...options, json });
  const by = { key: reader.token };
  const one = `/api/v2/dataSlices/${sliceId}/`;
  const source = { source: 'validation' };
  expect((await call('GET', one, by)).status).toBe(200);
  expect(refusalOf(await make({}, by))).toBe('403 sharing.role_too_small');
  expect(refusalOf(await call('DELETE', one, by))).toBe('403 sharing.role_too_small');
  expect(refusalOf(await sizes('POST', source, by))).toBe('403 sharing.role_too_small');
  for (const method of ['GET', 'POST']) {
    expect(refusalOf(await sizes(method, source, other))).toBe('404 slices.no_such_slice');
    expect((await sizes(method, source, { key: null })).status).toBe(401);
    expect(refusalOf(await sizes(method, { source: 'holdout' }))).toBe('403 insights.holdout_locked');
    expect(refusalOf(await sizes(method, { source: 'moon' }))).toBe('422 insights.no_such_source');
    const unknown = { source: 'training', modelId: 'nothing' };
    expect(refusalOf(await sizes(method, unknown))).toBe('404 projects.no_such_model');
    expect((await sizes(method, { source: 'training' })).status).toBe(422);
  }
  for (const method of ['GET', 'DELETE']) {
    expect(refusalOf(await call(method, one, other))).toBe('404 slices.no_such_slice');
    expect((await call(method, one, { key: null })).status).toBe(401);
  }
  expect(refusalOf(await make({}, other))).toBe('404 sharing.no_such_thing');
  expect((await make({}, { key: null })).status).toBe(401);
  expect((await call('GET', `${reviews.path}dataSlices/`, other)).status).toBe(404);
  expect((await call('GET', `${reviews.path}dataSlices/`, { key: null })).status).toBe(401);
});

test('422: wrong filters, insights without slices, time series', async () => {
  const wrong = await make({ filters: [{ operand: 'age', operator: 'eq', values: [1] }] });
  expect(Object.keys(wrong.body.errors)).toEqual(['filters.0.operand']);
  expect(refusalOf(await compute('shapMatrix', { dataSliceId: sliceId }))).toBe('422 insights.not_sliced');
  expect(refusalOf(await read('shapMatrix', `dataSliceId=${sliceId}`))).toBe('422 insights.not_sliced');
  const path = await shopsProject(options);
  const early = { projectId: path.split('/').at(-2), filters: [{ operand: 'sales', operator: '>', values: [1] }] };
  const { id } = (await make(early)).body;
  for (const method of ['GET', 'POST']) {
    expect(refusalOf(await sizes(method, { source: 'validation' }, options, id))).toBe('422 projects.no_target_yet');
  }
  const json = { target: 'sales', mode: 'manual', cvMethod: 'datetime', datetimePartitionColumn: 'date' };
  const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
  await follow(await call('POST', `${path}multiseriesProperties/`, { ...options, json: columns }), options);
  const series = { ...json, ...columns, useTimeSeries: true, forecastWindowStart: 1, forecastWindowEnd: 3 };
  await follow(await call('PATCH', `${path}aim/`, { ...options, json: series }), options);
  for (const method of ['GET', 'POST']) {
    expect(refusalOf(await sizes(method, { source: 'validation' }, options, id))).toBe('422 insights.not_for_task');
  }
  expect(refusalOf(await make(early))).toBe('422 insights.not_for_task');
}, 300_000);
