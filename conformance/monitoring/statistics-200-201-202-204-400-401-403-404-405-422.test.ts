import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Served, servedHousing } from '../deployments/served.ts';
import { type CallOptions, call } from '../support/call.ts';
import { aPerson } from '../support/people.ts';

const NOTHING = '65f000000000000000000001';
const LONGEST_MS = 60_000;
let mine: CallOptions;
let others: CallOptions;
let served: Served;
beforeAll(async () => {
  mine = { key: (await aPerson()).token };
  others = { key: (await aPerson()).token };
  served = await servedHousing(mine);
}, 240_000);
const at = (more: string) => `/api/v2/deployments/${served.deploymentId}/${more}`;
const get = (more: string, who = mine) => call('GET', at(more), who);
const send = (method: string, more: string, json: object, who = mine) => call(method, at(more), { ...who, json });
const predict = (batchId?: string) =>
  call('POST', `/predApi/v1.0/deployments/${served.deploymentId}/predictions`, {
    ...mine,
    body: `size,age,town,price\n${'10,3,Rome,20\n'.repeat(20)}`,
    headers: {
      'content-type': 'text/csv',
      ...(batchId === undefined ? {} : { 'X-DataRobot-Model-Monitoring-Batch-Id': batchId }),
    },
  });

/** What was predicted is learned from a little later; nobody waits for it but tests. */
async function until(more: string, isThere: (body: Awaited<ReturnType<typeof get>>['body']) => boolean) {
  for (const deadline = Date.now() + LONGEST_MS; Date.now() < deadline; await pause(200)) {
    const { body } = await get(more);
    if (isThere(body)) return body;
  }
  throw new Error(`Never seen: ${more}`);
}

const STATISTICS = [
  ...['serviceStats/', 'serviceStatsOverTime/', 'targetDrift/', 'featureDrift/', 'predictionsOverTime/'],
  ...['featureDriftOverTime/?featureNames=size', 'monitoringBatches/', 'monitoringBatchLimits/', 'batchServiceStats/'],
  ...['serviceStatsOverBatch/', 'featureDriftOverBatch/?featureNames=size', 'predictionsOverBatch/'],
  ...['humilityStats/', 'humilityStatsOverTime/'],
];

describe('statistics of a deployment', () => {
  test('200 before anything was predicted, 401 without a key, 404 for others, 422 for what is not known', async () => {
    for (const path of STATISTICS) {
      const { status, text } = await get(path);
      expect([path, status], text).toEqual([path, 200]);
      expect([path, (await get(path, { key: null })).status]).toEqual([path, 401]);
      expect([path, (await get(path, others)).status]).toEqual([path, 404]);
      const odd = `${path}${path.includes('?') ? '&' : '?'}colour=red`;
      if (path !== 'monitoringBatchLimits/') expect([path, (await get(odd)).status]).toEqual([path, 422]);
    }
    const { body } = await get('serviceStats/');
    expect(body.metrics).toMatchObject({ totalPredictions: 0, executionTime: null, responseTime: null });
    expect(Object.keys(body.period)).toEqual(['start', 'end']);
  });

  test('200 with what was predicted, and health statuses on the record', async () => {
    expect((await predict()).status).toBe(200);
    expect((await predict()).status).toBe(200);
    const stats = await until('serviceStats/', ({ metrics }) => metrics.totalPredictions === 40);
    expect(stats.metrics).toMatchObject({ totalRequests: 2, userErrorRate: 0, numConsumers: 1 });
    expect(stats.metrics.responseTime).toBeGreaterThan(0);
    const drift = (await get('featureDrift/')).body;
    expect(drift.data.find(({ name }: { name: string }) => name === 'size')).toMatchObject({ sampleSize: 40 });
    expect((await get('targetDrift/')).body).toMatchObject({ targetName: 'sold', sampleSize: 40 });
    const over = (await get('predictionsOverTime/?bucketSize=P7D')).body;
    expect(over.buckets[0].rowCount).toBe(40);
    expect(Object.keys(over).sort()).toEqual(['baselines', 'buckets']);
    const { body } = await call('GET', at(''), mine);
    expect(body.serviceHealth.status).toBe('passing');
    expect(body.predictionUsage.lastTimestamp).toMatch(/Z$/);
  });

  test('400 for ends between hours and odd buckets; ends in the future are fine', async () => {
    expect((await get('serviceStats/?start=2026-01-01T10:30:00Z')).status).toBe(400);
    expect((await get('serviceStats/?start=2026-01-02&end=2026-01-01')).status).toBe(400);
    expect((await get('serviceStatsOverTime/?bucketSize=PT90M')).status).toBe(400);
    expect((await get('featureDriftOverTime/?featureNames=size&bucketSize=P1Y')).status).toBe(400);
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    expect((await get(`serviceStats/?end=${day}`)).status).toBe(200);
    expect((await get(`targetDrift/?modelId=${NOTHING}`)).body.driftScore).toBeNull();
  });

  test('403 where drift is not watched', async () => {
    const off = { targetDrift: { enabled: false }, featureDrift: { enabled: false } };
    expect((await send('PATCH', 'settings/', off)).status).toBeLessThan(300);
    expect((await get('targetDrift/')).status).toBe(403);
    expect((await get('featureDrift/')).status).toBe(403);
    const on = { targetDrift: { enabled: true }, featureDrift: { enabled: true } };
    expect((await send('PATCH', 'settings/', on)).status).toBeLessThan(300);
  });
});

describe('monitoring batches', () => {
  test('422 while they are off; then 201, 200, 204, and predictions by header', async () => {
    expect((await send('POST', 'monitoringBatches/', { batchName: 'early' })).status).toBe(422);
    await send('PATCH', 'settings/', { batchMonitoring: { enabled: true } });
    const opened = await send('POST', 'monitoringBatches/', { batchName: 'first' });
    expect(opened.status, opened.text).toBe(201);
    const batch = `monitoringBatches/${opened.body.id}/`;
    expect((await predict(opened.body.id)).status).toBe(200);
    const seen = await until(batch, ({ predictionsCount }) => predictionsCount === 20);
    expect(seen.models[0]).toMatchObject({ modelId: served.modelId, predictionsCount: 20 });
    expect((await get(`${batch}models/`)).body.count).toBe(1);
    expect((await get(`batchServiceStats/?batchId=${opened.body.id}`)).body.metrics.totalPredictions).toBe(20);
    expect((await send('PATCH', batch, { isLocked: true })).body.isLocked).toBe(true);
    expect((await predict(opened.body.id)).status).toBe(422);
    expect((await predict(NOTHING)).status).toBe(404);
    expect((await call('DELETE', at(batch), mine)).status).toBe(204);
    const gone = await get(batch);
    expect([gone.status, gone.body.message]).toEqual([404, expect.stringContaining('Monitoring batch not found')]);
    expect((await get(`predictionsOverBatch/?batchId=${NOTHING}`)).status).toBe(404);
    expect((await send('POST', 'monitoringBatches/', {})).status).toBe(422);
  });
});

describe('reports of what was predicted elsewhere', () => {
  test('202 exactly, 404 for others, 405 for datasets of models that answer here, 422 for what is wrong', async () => {
    const timestamp = '2026-01-02 03:04:05.678+0000';
    const requests = { data: [{ timestamp, numPredictions: 2, executionTime: 3.5 }] };
    const sent = await send('POST', 'predictionRequests/fromJSON/', requests);
    expect([sent.status, sent.body]).toEqual([202, { message: 'ok' }]);
    const rows = {
      timestamp,
      features: [{ name: 'size', values: [1, null] }],
      predictions: [
        [0.4, 0.6],
        [0.5, 0.5],
      ],
    };
    expect((await send('POST', 'predictionInputs/fromJSON/', { data: [rows] })).status).toBe(202);
    const sums = { size: { count: 2, histogram: [{ value: 1, count: 2 }] } };
    const stats = { data: [{ timestamp, numericAggregateMap: sums }] };
    expect((await send('POST', 'predictionStats/fromJSON/', stats)).status).toBe(202);
    expect((await send('POST', 'predictionRequests/fromJSON/', requests, others)).status).toBe(404);
    expect((await send('POST', 'predictionInputs/fromDataset/', { datasetId: NOTHING })).status).toBe(405);
    expect((await send('POST', 'predictionInputs/fromJSON/', { data: [] })).status).toBe(422);
  });
});
