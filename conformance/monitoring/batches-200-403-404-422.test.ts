import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { deployedElsewhere } from '../deployments/elsewhere.ts';
import { type CallOptions, call } from '../support/call.ts';
import { aPerson } from '../support/people.ts';

const NOTHING = '65f000000000000000000001';
const LONGEST_MS = 60_000;
const TIME = '2026-01-02T03:00:00Z';
let mine: CallOptions;
let at: (path: string) => string;
let batchId: string;
let lockedId: string;
let metricId: string;

const send = (line: string, json?: object) => {
  const [method = '', path = ''] = line.split(' ');
  return call(method, at(path), { ...mine, ...(json === undefined ? {} : { json }) });
};

/** What was refused, and whether the sentence names what is to be changed. */
async function refusal(line: string, json?: object): Promise<[string, number, string, string]> {
  const { status, body } = await send(line, json);
  return [line, status, body.code, body.message];
}

beforeAll(async () => {
  mine = { key: (await aPerson()).token };
  const { id } = await deployedElsewhere(mine, 'In batches');
  at = (path) => `/api/v2/deployments/${id}/${path}`;
  await send('PATCH settings/', { batchMonitoring: { enabled: true } });
  batchId = (await send('POST monitoringBatches/', { batchName: 'open' })).body.id;
  lockedId = (await send('POST monitoringBatches/', { batchName: 'closed' })).body.id;
  await send(`PATCH monitoringBatches/${lockedId}/`, { isLocked: true });
  const metric = { name: 'clicks', units: 'count', type: 'sum', isModelSpecific: false };
  metricId = (await send('POST customMetrics/', { ...metric, directionality: 'higherIsBetter' })).body.id;
});

test('200 for a model of a batch and its corrected times; 404 for another model, 422 for an end before the start', async () => {
  const data = [{ timestamp: TIME, predictions: [1, 2, 3, 4, 5, 6, 7], batchId }];
  expect((await send('POST predictionInputs/fromJSON/', { data })).status).toBe(202);
  let models: { modelId: string; predictionsCount: number }[] = [];
  for (const deadline = Date.now() + LONGEST_MS; models.length === 0 && Date.now() < deadline; await pause(100))
    models = (await send(`GET monitoringBatches/${batchId}/models/`)).body.data;
  const [model] = models;
  expect(model?.predictionsCount).toBe(7);
  const one = `monitoringBatches/${batchId}/models/${model?.modelId}/`;
  const seen = await send(`GET ${one}`);
  expect([seen.status, seen.body]).toEqual([200, model]);
  const changed = await send(`PATCH ${one}`, { latestPredictionTimestamp: '2026-01-03T00:00:00Z' });
  expect(changed.body).toMatchObject({ latestPredictionTimestamp: '2026-01-03T00:00:00.000Z', predictionsCount: 7 });
  expect(await refusal(`PATCH ${one}`, { latestPredictionTimestamp: '2025-01-01' })).toEqual([
    ...[`PATCH ${one}`, 422, 'monitoring.wrong_ends'],
    expect.stringContaining('must not be after latestPredictionTimestamp (2025-01-01'),
  ]);
  for (const line of [
    `GET monitoringBatches/${batchId}/models/${NOTHING}/`,
    `PATCH monitoringBatches/${batchId}/models/${NOTHING}/`,
  ])
    expect(await refusal(line, line.startsWith('PATCH') ? { latestPredictionTimestamp: null } : undefined)).toEqual([
      ...[line, 404, 'monitoring.no_such_model_in_batch'],
      expect.stringContaining('GET models/ of the batch lists'),
    ]);
});

test('404 from every route that is asked about a batch which the deployment does not have', async () => {
  const asked = ['accuracyOverBatch/', 'batchServiceStats/', 'customMetricsBatchSummary/', 'featureDrift/']
    .concat('featureDistributions/', 'featureDriftOverBatch/?featureNames=size', 'predictionResults/', 'accuracy/')
    .concat('predictionsOverBatch/', 'predictionsVsActualsOverBatch/', 'serviceStats/', 'serviceStatsOverBatch/')
    .concat('targetDrift/', `customMetrics/${metricId}/batchSummary/`, `customMetrics/${metricId}/valuesOverBatch/`)
    .map((path) => `GET ${path}${path.includes('?') ? '&' : '?'}batchId=${NOTHING}`);
  const named = ['GET', 'DELETE'].map((method) => `${method} monitoringBatches/${NOTHING}/`);
  const models = `GET monitoringBatches/${NOTHING}/models/`;
  const period = { start: '2026-01-01', end: '2026-01-02' };
  const lines: readonly (readonly [string, object?])[] = [
    ...[...asked, ...named, models, `${models}${NOTHING}/`].map((line) => [line] as const),
    [`PATCH monitoringBatches/${NOTHING}/`, { isLocked: true }],
    [`PATCH monitoringBatches/${NOTHING}/models/${NOTHING}/`, { latestPredictionTimestamp: null }],
    ['POST predictionDataExports/', { ...period, batchIds: [NOTHING] }],
    ...reportsInto(NOTHING),
  ];
  for (const [line, json] of lines)
    expect(await refusal(line, json)).toEqual([
      ...[line, 404, 'monitoring.no_such_batch'],
      expect.stringContaining(`not found: ${NOTHING}. GET monitoringBatches/`),
    ]);
});

test('422 from every report into a locked batch', async () => {
  for (const [line, json] of reportsInto(lockedId))
    expect(await refusal(line, json)).toEqual([
      ...[line, 422, 'monitoring.batch_locked'],
      expect.stringContaining('Unlock it (PATCH isLocked false)'),
    ]);
});

test('403 from statistics by batch where drift is not monitored', async () => {
  await send('PATCH settings/', { targetDrift: { enabled: false }, featureDrift: { enabled: false } });
  for (const path of ['featureDriftOverBatch/?featureNames=size', 'featureDriftOverTime/?featureNames=size'].concat(
    'predictionsOverBatch/',
    'predictionsOverTime/',
    'targetDrift/',
    'featureDrift/',
  ))
    expect(await refusal(`GET ${path}`)).toEqual([
      ...[`GET ${path}`, 403, 'monitoring.not_watched'],
      expect.stringContaining('"enabled": true'),
    ]);
});

test('422 for one batch more than a day may have', async () => {
  const { batchCreationLimit, batchCreationCount } = (await send('GET monitoringBatchLimits/')).body;
  for (let count = batchCreationCount; count < batchCreationLimit; count += 1)
    expect((await send('POST monitoringBatches/', { batchName: `batch ${count}` })).status).toBe(201);
  expect(await refusal('POST monitoringBatches/', { batchName: 'one more' })).toEqual([
    ...['POST monitoringBatches/', 422, 'monitoring.too_many_batches'],
    expect.stringContaining(`got ${batchCreationLimit} monitoring batches today`),
  ]);
});

/** Everything that can be reported into a batch. */
function reportsInto(batch: string): readonly (readonly [string, object])[] {
  const entry = { timestamp: TIME, batchId: batch };
  const value = { value: 1, sampleSize: 1, batch };
  const stats = { numericAggregateMap: { size: { count: 1, histogram: [{ value: 1, count: 1 }] } } };
  return [
    ['POST predictionRequests/fromJSON/', { data: [{ ...entry, numPredictions: 1, executionTime: 1 }] }],
    ['POST predictionInputs/fromJSON/', { data: [{ ...entry, predictions: [1] }] }],
    ['POST predictionStats/fromJSON/', { data: [{ ...entry, ...stats }] }],
    [`POST customMetrics/${metricId}/fromJSON/`, { buckets: [value] }],
    ['POST customMetrics/bulkUpload/', { buckets: [{ ...value, customMetricId: metricId }] }],
  ];
}
