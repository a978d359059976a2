import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { jobDone } from '../housing.ts';
import { modelledReviews, type Reviews } from '../reviews.ts';
import { modelledShop } from '../shops.ts';

let options: CallOptions;
let scores: Reviews;
let model: string;
beforeAll(async () => {
  options = { key: (await aPerson()).token };
  scores = await modelledReviews(options, 'score', ['gbdt']);
  model = scores.models.gbdt ?? '';
}, 600_000);

const NAMES = ['shapMatrix', 'shapImpact', 'shapPreview', 'shapDistributions'];
const read = (name: string, query = '', of = model) =>
  call('GET', `/api/v2/insights/${name}/models/${of}/${query}`, options);
const compute = (name: string, json: object) => call('POST', `/api/v2/insights/${name}/`, { ...options, json });
const projects = (method: string, what: string, json?: object) =>
  call(method, `${scores.path}${what}`, json === undefined ? options : { ...options, json });

test('202 and 200: each SHAP insight is computed and read by name', async () => {
  for (const name of NAMES) {
    expect((await read(name)).body.count, name).toBe(name === NAMES[0] ? 0 : 1);
    const { path = '' } = await follow(await compute(name, { entityId: model }), options);
    expect(path, name).toContain(`/insights/${name}/models/${model}/`);
    expect((await read(name)).body.data[0], name).toMatchObject({ entityId: model, source: 'validation' });
  }
  const { matrix, colnames } = (await read('shapMatrix')).body.data[0].data;
  expect(matrix[0]).toHaveLength(colnames.length);
}, 120_000);

test('401, 403, 404 and 422: who may not, what is not there, what cannot be', async () => {
  const other = { key: (await aPerson()).token };
  for (const name of NAMES) {
    const path = `/api/v2/insights/${name}/models/${model}/`;
    expect((await call('GET', path, { key: null })).status, name).toBe(401);
    expect((await call('GET', path, other)).body.code, name).toBe('projects.no_such_model');
  }
  const at = { entityId: model };
  expect((await compute('shapMatrix', { ...at, source: 'holdout' })).body.code).toBe('insights.holdout_locked');
  expect((await read('shapMatrix', '?source=holdout')).body.code).toBe('insights.holdout_locked');
  expect((await compute('shapMatrix', { ...at, source: 'moon' })).body.code).toBe('insights.no_such_source');
  expect((await compute('shapMatrix', { ...at, source: 'crossValidation' })).body.code).toBe('insights.not_scored');
  expect((await compute('shapMatrix', { ...at, dataSliceId: 'a' })).body.code).toBe('insights.no_slices');
  expect((await compute('moonPhase', at)).body.code).toBe('insights.no_such_insight');
  expect((await compute('rocCurve', at)).body.code).toBe('insights.not_for_task');
  expect((await compute('shapMatrix', { entityId: 'nothing' })).body.code).toBe('projects.no_such_model');
  const csv = { ...options, headers: { accept: 'text/csv' } };
  const missing = await call('GET', `/api/v2/insights/shapMatrix/models/${model}/?source=training`, csv);
  expect(missing.body.code).toBe('insights.not_computed');
});

test('older clients: impact on training rows and the matrix of a dataset', async () => {
  const impact = `models/${model}/shapImpact/`;
  expect((await projects('GET', impact)).body.code).toBe('insights.not_computed');
  await jobDone((await projects('POST', impact)).headers.get('location'), options);
  expect((await projects('GET', impact)).body.count).toBe(3);
  expect((await projects('POST', impact)).body.code).toBe('insights.already_computed');
  expect((await projects('POST', 'models/nothing/shapImpact/')).body.code).toBe('projects.no_such_model');
  expect((await projects('GET', 'models/nothing/shapImpact/')).body.code).toBe('projects.no_such_model');
  const body = new FormData();
  body.append('file', new Blob(['note,price,town\nthe room was very good,3,Oslo\n']), 'next.csv');
  const sent = await call('POST', `${scores.path}predictionDatasets/fileUploads/`, { ...options, body });
  const { path = '' } = await follow(sent, options);
  const datasetId = path.split('/').at(-2) ?? '';
  const started = await projects('POST', 'shapMatrices/', { modelId: model, datasetId });
  const { path: made = '' } = await jobDone(started.headers.get('location'), options);
  expect((await call('GET', made, options)).text.trim().split('\n')).toHaveLength(2);
  expect((await projects('GET', 'shapMatrices/')).body.data[0]).toMatchObject({ modelId: model, datasetId });
  expect((await projects('GET', 'shapMatrices/nothing/')).body.code).toBe('insights.no_such_rows');
  const wrong = (json: object) => projects('POST', 'shapMatrices/', json);
  expect((await wrong({ modelId: 'nothing', datasetId })).body.code).toBe('projects.no_such_model');
  expect((await wrong({ modelId: model, datasetId: 'nothing' })).body.code).toBe('predictions.no_such_dataset');
  expect((await wrong({ modelId: model })).status).toBe(422);
}, 120_000);

test('422: forecasts have no SHAP values', async () => {
  const { path, modelId } = await modelledShop(options);
  expect((await compute('shapMatrix', { entityId: modelId })).body.code).toBe('insights.not_for_task');
  expect((await read('shapMatrix', '', modelId)).body.code).toBe('insights.not_for_task');
  const impact = await call('POST', `${path}models/${modelId}/shapImpact/`, options);
  expect(impact.body.code).toBe('insights.not_for_task');
  const json = { modelId, datasetId: 'any' };
  expect((await call('POST', `${path}shapMatrices/`, { ...options, json })).body.code).toBe('insights.not_for_task');
  const rows = await call('POST', `${path}predictionExplanationsOnTrainingData/`, { ...options, json });
  expect(rows.body.code).toBe('insights.not_for_task');
}, 300_000);
