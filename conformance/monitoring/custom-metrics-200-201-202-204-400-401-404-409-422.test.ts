import { beforeAll, describe, expect, test } from 'vitest';
import { type Served, servedHousing } from '../deployments/served.ts';
import { type CallOptions, call } from '../support/call.ts';
import { aPerson } from '../support/people.ts';

const NOTHING = '65f000000000000000000001';
let mine: CallOptions;
let others: CallOptions;
let served: Served;
beforeAll(async () => {
  mine = { key: (await aPerson()).token };
  others = { key: (await aPerson()).token };
  served = await servedHousing(mine);
  await send('PATCH', 'settings/', { batchMonitoring: { enabled: true } });
}, 240_000);
const at = (more: string) => `/api/v2/deployments/${served.deploymentId}/${more}`;
const get = (more: string, who = mine) => call('GET', at(more), who);
const send = (method: string, more: string, json: object, who = mine) => call(method, at(more), { ...who, json });
const aMetric = (name: string, more: object = {}) => ({
  ...{ name, units: 'count', type: 'sum', isModelSpecific: false, directionality: 'higherIsBetter', timeStep: 'hour' },
  ...more,
});

describe('custom metrics', () => {
  test('as mlops-cli asks: create, report, get; batch create, list, get', async () => {
    const made = await send('POST', 'customMetrics/', aMetric('from the shell', { baselineValues: 25 }));
    expect(made.status, made.text).toBe(201);
    const { id } = made.body;
    const timestamp = new Date().toISOString();
    const report = { buckets: [{ value: 2, sampleSize: 1, timestamp }], modelId: served.modelId };
    const taken = await send('POST', `customMetrics/${id}/fromJSON/`, report);
    expect(taken.status, taken.text).toBe(202);
    const status = await call('GET', new URL(taken.headers.get('location') ?? '').pathname, mine);
    expect(status.status).toBe(303);
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const summary = await get(`customMetrics/${id}/summary/?start=2024-01-01&end=${day}`);
    expect(summary.body.metric).toMatchObject({ id, value: 2, sampleCount: 1, baselineValue: 25 });
    const batch = await send('POST', 'monitoringBatches/', { batchName: 'of the shell' });
    expect(batch.status).toBe(201);
    const listed = await get('monitoringBatches/?limit=1');
    expect(listed.body).toMatchObject({ next: null, count: 1 });
    expect((await get(`monitoringBatches/${batch.body.id}/`)).body.id).toBe(batch.body.id);
    const gone = await get(`monitoringBatches/${NOTHING}/`);
    expect([gone.status, gone.body.message]).toEqual([404, expect.stringContaining('Monitoring batch not found')]);
    const missing = await get(`customMetrics/${NOTHING}/summary/?start=2024-01-01&end=${day}`);
    expect([missing.status, missing.body.message]).toEqual([404, expect.stringContaining('Custom metric not found')]);
    const bulk = { buckets: [{ customMetricId: id, value: 3, sampleSize: 2, timestamp }], modelId: served.modelId };
    expect((await send('POST', 'customMetrics/bulkUpload/', bulk)).status).toBe(202);
    expect((await get('customMetricsSummary/')).body.metrics[0]).toMatchObject({ value: 5, sampleCount: 3 });
    expect((await get('customMetricsBatchSummary/')).body.metrics[0]).toMatchObject({ value: null });
  });

  test('401 without a key, 404 for others, 409 for names twice and one too many, 422 for what is wrong', async () => {
    const { id } = (await send('POST', 'customMetrics/', aMetric('mine'))).body;
    for (const path of ['', 'summary/', 'valuesOverTime/', 'batchSummary/', 'valuesOverBatch/']) {
      expect((await get(`customMetrics/${id}/${path}`, { key: null })).status).toBe(401);
      expect((await get(`customMetrics/${id}/${path}`, others)).status).toBe(404);
      expect((await get(`customMetrics/${id}/${path}`)).status).toBe(200);
    }
    expect((await send('PATCH', `customMetrics/${id}/`, { name: 'ours' }, others)).status).toBe(404);
    expect((await send('PATCH', `customMetrics/${id}/`, {})).status).toBe(422);
    expect((await send('PATCH', `customMetrics/${id}/`, { name: 'still mine' })).status).toBe(200);
    const clash = await send('POST', 'customMetrics/', aMetric('still mine'));
    expect([clash.status, clash.body.message]).toEqual([409, expect.stringContaining('not unique for deployment')]);
    for (let more = (await get('customMetrics/')).body.totalCount; more < 25; more++) {
      expect((await send('POST', 'customMetrics/', aMetric(`number ${more}`))).status).toBe(201);
    }
    const full = await send('POST', 'customMetrics/', aMetric('one too many'));
    expect(full.status).toBe(409);
    expect(full.body.message.startsWith('Maximum number of custom metrics reached')).toBe(true);
    const page = (await get('customMetrics/?limit=20')).body;
    expect([page.count, page.totalCount]).toEqual([20, 25]);
    expect((await call('GET', page.next.replace(/^https?:\/\/[^/]+/, ''), mine)).body.count).toBe(5);
    expect((await send('POST', `customMetrics/${id}/fromJSON/`, { buckets: [{ value: 1 }] })).status).toBe(422);
    expect((await send('POST', `customMetrics/${id}/fromDataset/`, { datasetId: NOTHING })).status).toBe(422);
    const nan = await call('POST', at(`customMetrics/${id}/fromJSON/`), {
      ...mine,
      body: '{"buckets": [{"value": NaN, "sampleSize": 1, "timestamp": "2026-01-01T00:00:00Z"}]}',
      headers: { 'content-type': 'application/json' },
    });
    expect(nan.status).toBe(400);
    expect((await get(`customMetrics/${id}/valuesOverTime/?bucketSize=PT50M`)).status).toBe(400);
    expect((await get(`customMetrics/${id}/valuesOverBatch/?batchId=${NOTHING}`)).status).toBe(404);
    expect((await call('DELETE', at(`customMetrics/${id}/`), mine)).status).toBe(204);
    expect((await get(`customMetrics/${id}/`)).status).toBe(404);
  });
});
