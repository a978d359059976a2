import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { deployedElsewhere, type Elsewhere } from '../deployments/elsewhere.ts';
import { type CallOptions, call } from '../support/call.ts';
import { follow } from '../support/follow.ts';
import { aPerson } from '../support/people.ts';

const NOTHING = '65f000000000000000000001';
const TIME = '2026-01-02T03:00:00Z';
const ROWS = 500_000;
let mine: CallOptions;
let deployment: Elsewhere;
let metricId: string;

const at = (path: string, id = deployment.id) => `/api/v2/deployments/${id}/${path}`;
const send = (line: string, json?: object) => {
  const [method = '', path = ''] = line.split(' ');
  return call(method, path.startsWith('/') ? path : at(path), { ...mine, ...(json === undefined ? {} : { json }) });
};

async function expectRefused(line: string, json: object | undefined, status: number, code: string, sentence: string) {
  const reply = await send(line, json);
  const { code: told, message } = reply.body;
  expect([line, reply.status, told, message]).toEqual([line, status, code, expect.stringContaining(sentence)]);
}

async function aDataset(csv: string): Promise<string> {
  const body = new FormData();
  body.set('file', new Blob([csv]), 'rows.csv');
  const { path = '' } = await follow(await call('POST', '/api/v2/datasets/fromFile/', { ...mine, body }), mine);
  return (await call('GET', path, mine)).body.datasetId;
}

const aMetric = (name: string) => ({
  ...{ name, units: 'count', type: 'sum', isModelSpecific: false, directionality: 'higherIsBetter' },
});

beforeAll(async () => {
  mine = { key: (await aPerson()).token };
  deployment = await deployedElsewhere(mine, 'Reported');
  metricId = (await send('POST customMetrics/', aMetric('clicks'))).body.id;
});

test('202: the rows of a dataset become predictions of the model; 404 for a version that is not there', async () => {
  const datasetId = await aDataset('size,price\n10,1.5\n20,2.5\n30,3.5\n');
  const reported = await follow(await send('POST predictionInputs/fromDataset/', { datasetId }), mine);
  expect(reported).toEqual({ path: at('') });
  const whole = 'GET predictionsOverTime/?bucketSize=P7D';
  let [bucket] = (await send(whole)).body.buckets;
  for (const deadline = Date.now() + 60_000; bucket?.rowCount !== 3 && Date.now() < deadline; await pause(100))
    [bucket] = (await send(whole)).body.buckets;
  expect(bucket).toMatchObject({ rowCount: 3, meanPredictedValue: 2.5 });
  const wrong = { datasetId, datasetVersionId: NOTHING };
  const values = { ...wrong, value: { columnName: 'price' }, timestamp: { columnName: 'size' } };
  const actuals = { ...wrong, actualValueColumn: 'price', associationIdColumn: 'size' };
  await send('PATCH settings/', { associationId: { columnNames: ['size'] } });
  for (const [line, json] of [
    ['POST predictionInputs/fromDataset/', wrong],
    [`POST customMetrics/${metricId}/fromDataset/`, values],
    ['POST actuals/fromDataset/', actuals],
  ] as const)
    await expectRefused(line, json, 404, 'data.no_such_version', NOTHING);
});

test('422 from whatever names a model that the deployment never had', async () => {
  const datasetId = await aDataset('clicks,day\n1,2026-01-01\n');
  const entry = { timestamp: TIME, modelId: NOTHING };
  const value = { value: 1, sampleSize: 1, timestamp: TIME };
  const period = { start: '2026-01-01', end: '2026-01-02', modelId: NOTHING };
  const columns = { value: { columnName: 'clicks' }, timestamp: { columnName: 'day' } };
  const stats = { numericAggregateMap: { size: { count: 1, histogram: [] } } };
  for (const [line, json] of [
    ['POST predictionRequests/fromJSON/', { data: [{ ...entry, numPredictions: 1, executionTime: 1 }] }],
    ['POST predictionInputs/fromJSON/', { data: [{ ...entry, predictions: [1] }] }],
    ['POST predictionStats/fromJSON/', { data: [{ ...entry, ...stats }] }],
    [`POST customMetrics/${metricId}/fromJSON/`, { buckets: [value], modelId: NOTHING }],
    [`POST customMetrics/${metricId}/fromDataset/`, { datasetId, ...columns, modelId: NOTHING }],
    ['POST customMetrics/bulkUpload/', { buckets: [{ ...value, customMetricId: metricId }], modelId: NOTHING }],
    ['POST predictionDataExports/', period],
    ['POST actualsDataExports/', period],
    ['POST trainingDataExports/', { modelId: NOTHING }],
    ['POST monitoringDataDeletions/', { modelId: NOTHING }],
  ] as const)
    await expectRefused(line, json, 422, 'monitoring.not_of_deployment', `Model ${NOTHING} not found among the models`);
});

test('422 from reports whose time is no time, and where there is nothing to export', async () => {
  const entry = { timestamp: 'soon' };
  for (const [line, data] of [
    ['POST predictionRequests/fromJSON/', { ...entry, numPredictions: 1, executionTime: 1 }],
    ['POST predictionInputs/fromJSON/', { ...entry, predictions: [1] }],
    ['POST predictionStats/fromJSON/', entry],
  ] as const)
    await expectRefused(line, { data: [data] }, 422, 'monitoring.wrong_report', 'data.0.timestamp: "soon" is not');
  const elsewhere = 'was not trained here, so there are no training data to export';
  await expectRefused('POST trainingDataExports/', {}, 422, 'monitoring.no_training_data', elsewhere);
  for (const what of ['training', 'actuals', 'prediction'])
    await expectRefused(`GET ${what}DataExports/${NOTHING}/`, undefined, 404, 'monitoring.no_such_export', NOTHING);
});

test('404 and 409 for a custom metric that is not there, and for a name that is taken', async () => {
  const one = `customMetrics/${NOTHING}/`;
  const value = { value: 1, sampleSize: 1, timestamp: TIME };
  const figures = ['', 'summary/', 'valuesOverTime/', 'batchSummary/', 'valuesOverBatch/'];
  for (const [line, json] of [
    ...figures.map((path) => [`GET ${one}${path}`] as const),
    [`DELETE ${one}`],
    [`PATCH ${one}`, { name: 'views' }],
    [`POST ${one}fromJSON/`, { buckets: [value] }],
    [`POST ${one}fromDataset/`, { datasetId: NOTHING }],
    ['POST customMetrics/bulkUpload/', { buckets: [{ ...value, customMetricId: NOTHING }] }],
  ] as const)
    await expectRefused(line, json, 404, 'custom_metric.not_found', 'Custom metric not found');
  await send('POST customMetrics/', aMetric('views'));
  const taken = 'not unique for deployment';
  await expectRefused(`PATCH customMetrics/${metricId}/`, { name: 'views' }, 409, 'custom_metric.name_taken', taken);
  const columns = { value: { columnName: 'clicks' }, batchId: NOTHING };
  const datasetId = await aDataset('clicks\n1\n');
  const batch = `POST customMetrics/${metricId}/fromDataset/`;
  await expectRefused(batch, { datasetId, ...columns }, 404, 'monitoring.no_such_batch', 'GET monitoringBatches/');
  await send('PATCH settings/', { batchMonitoring: { enabled: true } });
  const { id } = (await send('POST monitoringBatches/', { batchName: 'closed' })).body;
  await send(`PATCH monitoringBatches/${id}/`, { isLocked: true });
  await expectRefused(batch, { datasetId, ...columns, batchId: id }, 422, 'monitoring.batch_locked', 'Unlock it');
});

test('404 and 409 for notifications: no such channel, no such policy, and one more than there may be', async () => {
  const related = { relatedEntityType: 'deployment', relatedEntityId: deployment.id };
  const [channels, policies] = ['Channels', 'Policies'].map((what) => `/api/v2/entityNotification${what}/`);
  const of = `deployment/${deployment.id}`;
  const webhook = { name: 'pager', channelType: 'Webhook', payloadUrl: 'https://example.com/hook' };
  const channelId = (await send(`POST ${channels}`, { ...related, ...webhook })).body.id;
  const policy = { name: 'drift', channelId, eventGroup: 'model_deployments.all' };
  const policyId = (await send(`POST ${policies}`, { ...related, ...policy })).body.id;
  for (const [line, json, what] of [
    [`PUT ${channels}${of}/${NOTHING}/`, webhook, 'channel'],
    [`POST ${channels}${of}/${NOTHING}/tests/`, undefined, 'channel'],
    [`PUT ${policies}${of}/${policyId}/`, { channelId: NOTHING }, 'channel'],
    [`GET ${policies}${of}/${NOTHING}/`, undefined, 'policy'],
    [`PUT ${policies}${of}/${NOTHING}/`, { active: false }, 'policy'],
  ] as const)
    await expectRefused(line, json, 404, `notification.no_such_${what}`, `No notification ${what} ${NOTHING}`);
  for (let count = 1; count < 50; count += 1) await send(`POST ${channels}`, { ...related, ...webhook });
  const full = 'notification.too_many';
  await expectRefused(`POST ${channels}`, { ...related, ...webhook }, 409, full, 'at most 50 notification channels');
  for (let count = 1; count < 100; count += 1) await send(`POST ${policies}`, { ...related, ...policy });
  await expectRefused(`POST ${policies}`, { ...related, ...policy }, 409, full, 'at most 100 notification policies');
});

test('422 for actuals of a model that finds anomalies', async () => {
  const anomalies = await deployedElsewhere(mine, 'Odd', { name: 'odd', type: 'Anomaly' });
  await send(`PATCH ${at('settings/', anomalies.id)}`, { associationId: { columnNames: ['id'] } });
  const columns = { actualValueColumn: 'was', associationIdColumn: 'id' };
  const rows = { data: [{ associationId: '1', actualValue: 1 }] };
  for (const [path, json] of [
    ['actuals/fromJSON/', rows],
    ['actuals/fromDataset/', { datasetId: NOTHING, ...columns }],
  ] as const)
    await expectRefused(`POST ${at(path, anomalies.id)}`, json, 422, 'actuals.nothing_happens', 'finds anomalies');
});

test('429 for more actuals than a deployment takes in an hour', async () => {
  await send('PATCH settings/', { associationId: { columnNames: ['id'] } });
  // Ids are repeated, so that each of these jobs ends with its first look.
  const datasetId = await aDataset(`id,was\n${'1,1\n'.repeat(ROWS)}`);
  const line = 'POST actuals/fromDataset/';
  const json = { datasetId, actualValueColumn: 'was', associationIdColumn: 'id' };
  for (let taken = 0; taken < 10_000_000; taken += ROWS) expect((await send(line, json)).status).toBe(202);
  const sentence = 'takes 10000000 actuals an hour, and these would be more. Send them again in the next hour';
  await expectRefused(line, json, 429, 'actuals.too_many', sentence);
  const one = { data: [{ associationId: '1', actualValue: 1 }] };
  await expectRefused('POST actuals/fromJSON/', one, 429, 'actuals.too_many', sentence);
});
