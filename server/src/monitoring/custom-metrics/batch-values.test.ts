import { expect, it } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { DEFAULT_SETTINGS } from '../../deployments/deployments.fixtures.ts';
import { aDeployment } from '../monitoring.fixtures.ts';
import { aMetric, callsOf } from './custom-metrics.fixtures.ts';

const clock = movableClock('2026-01-05T12:10:00.000Z');
const app = await servedApp({ now: clock });
const ada = await app.person();
const settings = { ...DEFAULT_SETTINGS, batchMonitoring: { enabled: true } };
const deployment = await aDeployment(app.platform, ada, 'regression', { settings });
const call = callsOf(app, deployment.id, ada.key);
const { id } = (await call('POST customMetrics/', aMetric({ type: 'sum' }))).body;
const [first, second, empty] = await Promise.all(
  ['January', 'February', 'March'].map(
    async (batchName) => (await call('POST monitoringBatches/', { batchName })).body,
  ),
);
const report = (buckets: readonly object[]) => call(`POST customMetrics/${id}/fromJSON/`, { buckets });
const over = async (query = '') => (await call(`GET customMetrics/${id}/valuesOverBatch/?${query}`)).body;
const asked = `batchId=${first.id}&batchId=${second.id}`;

it('are of their batches, and of no hour', async () => {
  const taken = await report([
    { value: 3, sampleSize: 2, batch: first.id },
    { value: 4, sampleSize: 2, batch: first.id },
    { value: 10, sampleSize: 1, batch: second.id },
  ]);
  expect(taken.status, taken.text).toBe(202);
  const { buckets, metric } = await over();
  expect(metric).toMatchObject({ value: 17, sampleCount: 5, baselineValue: 2 });
  const byName = new Map(
    buckets.map(({ batch, value, sampleSize }: { batch: { name: string }; value: number; sampleSize: number }) => [
      batch.name,
      [value, sampleSize],
    ]),
  );
  expect(Object.fromEntries(byName)).toEqual({ January: [7, 4], February: [10, 1], March: [null, null] });
  expect(buckets[0].batch).not.toHaveProperty('lastPredictionTimestamp');
  const one = await call(`GET customMetrics/${id}/batchSummary/?batchId=${second.id}`);
  expect(one.body).toEqual({ metric: { ...metric, value: 10, sampleCount: 1, percentChange: 400 } });
  const all = await call(`GET customMetricsBatchSummary/?${asked}&modelId=${deployment.row.model_id}`);
  expect(all.body).toEqual({ metrics: [metric] });
  expect((await call(`GET customMetrics/${id}/summary/`)).body.metric.value).toBeNull();
});

it('are refused for batches that are not there, or locked', async () => {
  const strange = '0123456789abcdef01234567';
  for (const refused of [
    await report([{ value: 1, sampleSize: 1, batch: strange }]),
    await call(`GET customMetrics/${id}/valuesOverBatch/?batchId=${strange}`),
    await call(`GET customMetrics/${id}/batchSummary/?batchId=${strange}`),
    await call(`GET customMetricsBatchSummary/?batchId=${strange}`),
  ]) {
    expect([refused.status, refused.body.message]).toEqual([
      404,
      expect.stringContaining('Monitoring batch not found'),
    ]);
  }
  await call(`PATCH monitoringBatches/${empty.id}/`, { isLocked: true });
  const locked = await report([{ value: 1, sampleSize: 1, batch: empty.id }]);
  expect([locked.status, locked.body.message]).toEqual([422, expect.stringContaining('is locked')]);
});

it('go with their batch, and with their metric', async () => {
  expect((await call(`DELETE monitoringBatches/${second.id}/`)).status).toBe(204);
  expect((await over()).metric.value).toBe(7);
  await call(`DELETE customMetrics/${id}/`);
  const { rows } = await app.platform.db.pool.query('SELECT count(*)::int AS kept FROM custom_metric_sums');
  expect(rows).toEqual([{ kept: 0 }]);
});
