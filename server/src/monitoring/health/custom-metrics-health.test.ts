import { expect, test } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { DEFAULT_SETTINGS } from '../../deployments/deployments.fixtures.ts';
import { aMetric, callsOf } from '../custom-metrics/custom-metrics.fixtures.ts';
import { aDeployment } from '../monitoring.fixtures.ts';

const clock = movableClock('2026-01-05T12:10:00.000Z');
const app = await servedApp({ now: clock });
const ada = await app.person();

async function createDeployment(settings: object = DEFAULT_SETTINGS) {
  const { id } = await aDeployment(app.platform, ada, 'regression', { settings: settings as typeof DEFAULT_SETTINGS });
  const call = callsOf(app, id, ada.key);
  const metric = async (over: object) => (await call('POST customMetrics/', aMetric(over))).body.id as string;
  const check = async () =>
    (await app.ask(`GET /api/v2/deployments/${id}/`, { key: ada.key })).body.customMetricsHealth;
  const judge = (failingConditions: object[], warningConditions: object[] = []) =>
    call('PATCH healthSettings/', { customMetrics: { failingConditions, warningConditions } });
  return { call, metric, check, judge };
}

test('the status follows the conditions at once, also without any predictions', async () => {
  const { call, metric, check, judge } = await createDeployment();
  const id = await metric({ type: 'average' });
  const report = (value: number, timestamp = '2026-01-05T12:00:00Z') =>
    call(`POST customMetrics/${id}/fromJSON/`, { buckets: [{ value, sampleSize: 1, timestamp }] });
  const condition = (compareOperator: string, threshold: number) => ({ metricId: id, compareOperator, threshold });
  expect(await check()).toMatchObject({ status: 'unknown', message: 'No conditions are set for custom metrics' });
  await judge([condition('gt', 10)], [condition('gte', 5)]);
  expect(await check()).toMatchObject({ status: 'unknown', message: expect.stringContaining('No values') });
  await report(4);
  expect(await check()).toMatchObject({ status: 'passing', endDate: '2026-01-05T12:10:00.000Z' });
  await report(6);
  expect(await check()).toMatchObject({ status: 'warning', message: 'cost is 5, at least 5' });
  await report(90);
  expect((await check()).status).toBe('failing');
  clock.moveSeconds(8 * 24 * 3600);
  expect((await check()).status, 'a week later').toBe('unknown');
  await call(`DELETE customMetrics/${id}/`);
  expect((await check()).status).toBe('unknown');
});

test('categories are judged by their counts, batches by the newest one', async () => {
  const { call, metric, check, judge } = await createDeployment({
    ...DEFAULT_SETTINGS,
    batchMonitoring: { enabled: true },
  });
  const over = { type: 'categorical', baselineValues: [], categories: [{ value: 'rude' }, { value: 'kind' }] };
  const id = await metric(over);
  await judge([{ metricId: id, compareOperator: 'gt', threshold: 1, categoryName: 'rude' }]);
  const batch = async (rude: number) => {
    clock.moveSeconds(1);
    const made = (await call('POST monitoringBatches/', { batchName: `of ${rude}` })).body.id;
    const buckets = [
      { value: 'rude', sampleSize: rude, batch: made },
      { value: 'kind', sampleSize: 9, batch: made },
    ];
    expect((await call(`POST customMetrics/${id}/fromJSON/`, { buckets })).status).toBe(202);
  };
  await batch(5);
  expect(await check()).toMatchObject({ status: 'failing', message: 'cost (rude) is 5, above 1', startDate: null });
  await batch(1);
  expect((await check()).status).toBe('passing');
});
