import { describe, expect, it } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { aDeployment, aRequest, ingestRecords, rowsOf, upTo } from '../monitoring.fixtures.ts';

const { platform, ask, person } = await servedApp({ now: movableClock('2026-01-01T12:10:00.000Z') });
const ada = await person({ username: 'ada', organization: 'one' });
const over = async (id: string, query = '') =>
  (await ask(`GET /api/v2/deployments/${id}/predictionsOverTime/?${query}`, { key: ada.key })).body;
const hourly = 'start=2026-01-01T10:00:00Z&end=2026-01-01T12:00:00Z&bucketSize=PT1H';

describe('predictions over time', () => {
  it('are rows and means of numbers, beside those on training rows, in exactly two keys', async () => {
    const deployment = await aDeployment(platform, ada, 'regression');
    const empty = await over(deployment.id);
    expect(Object.keys(empty).sort()).toEqual(['baselines', 'buckets']);
    expect(empty.baselines).toHaveLength(1);
    expect(empty.baselines[0]).toMatchObject({ modelId: deployment.row.model_id, rowCount: 300 });
    expect(empty.buckets).toHaveLength(7);
    expect(empty.buckets[0]).toMatchObject({ rowCount: 0, meanPredictedValue: null, percentiles: [] });

    await ingestRecords(platform, [
      aRequest(
        ada,
        deployment,
        rowsOf(deployment.table, upTo(100), (row) => row),
      ),
    ]);
    const [first, second] = (await over(deployment.id, `${hourly}&includePercentiles=True`)).buckets;
    expect(first).toMatchObject({
      rowCount: 100,
      meanPredictedValue: 49.5,
      meanProbabilities: [],
      classDistribution: [],
    });
    expect(first.percentiles.map(({ percent }: { percent: number }) => percent)).toEqual([
      10, 20, 30, 40, 50, 60, 70, 80, 90,
    ]);
    expect(Math.abs(first.percentiles[4].value - 50)).toBeLessThan(2);
    expect(second).toMatchObject({ rowCount: 0 });
    expect((await over(deployment.id, `${hourly}&includePercentiles=False`)).buckets[0].percentiles).toEqual([]);
  });

  it('are chances and labels of two classes, by the threshold', async () => {
    const deployment = await aDeployment(platform, ada, 'binary');
    const rows = rowsOf(deployment.table, upTo(10), (row) => (row < 7 ? 0.9 : 0.1));
    await ingestRecords(platform, [aRequest(ada, deployment, rows)]);
    const { baselines, buckets } = await over(deployment.id, hourly);
    expect(buckets[0]).toMatchObject({
      meanPredictedValue: null,
      classDistribution: [
        { className: 'no', count: 3, percent: 30 },
        { className: 'yes', count: 7, percent: 70 },
      ],
    });
    const chances = Object.fromEntries(
      buckets[0].meanProbabilities.map(({ className, value }: { className: string; value: number }) => [
        className,
        value,
      ]),
    );
    expect(chances.yes).toBeCloseTo(0.66, 10);
    expect(chances.no).toBeCloseTo(0.34, 10);
    const [no, yes] = baselines[0].classDistribution;
    expect(no.count + yes.count).toBe(300);
    const one = (await over(deployment.id, `${hourly}&targetClass=yes`)).buckets[0];
    expect(one.classDistribution).toHaveLength(1);
  });

  it('are one chance a class of several', async () => {
    const deployment = await aDeployment(platform, ada, 'multiclass');
    const { input } = rowsOf(deployment.table, upTo(2), () => 0);
    const answer = { width: 3, values: Float64Array.of(0.8, 0.1, 0.1, 0.2, 0.5, 0.3) };
    await ingestRecords(platform, [aRequest(ada, deployment, { ...(input && { input }), answer })]);
    const [bucket] = (await over(deployment.id, hourly)).buckets;
    expect(bucket.rowCount).toBe(2);
    expect(bucket.meanProbabilities.map(({ value }: { value: number }) => value)).toEqual([0.5, 0.3, 0.2]);
    expect(bucket.classDistribution.map(({ count }: { count: number }) => count)).toEqual([1, 1, 0]);
  });

  it('count what was answered of time series, whatever was sent', async () => {
    const deployment = await aDeployment(platform, ada, 'series');
    const { input } = rowsOf(deployment.table, upTo(60), () => 0);
    const forecasts = {
      ...{ series: ['shop 0', 'shop 0'], times: Float64Array.of(1, 2) },
      ...{ points: Float64Array.of(0, 0), distances: Int32Array.of(1, 2) },
    };
    const answer = { width: 1, values: Float64Array.of(10, 30), forecasts };
    await ingestRecords(platform, [aRequest(ada, deployment, { ...(input && { input }), answer })]);
    expect((await over(deployment.id, hourly)).buckets[0]).toMatchObject({ rowCount: 2, meanPredictedValue: 20 });
    const { data } = (await ask(`GET /api/v2/deployments/${deployment.id}/featureDrift/`, { key: ada.key })).body;
    const names = data.map(({ name }: { name: string }) => name);
    expect(names).toContain('promotion');
    expect(names).not.toContain('date');
  });

  it('of a model the deployment never had are none', async () => {
    const { id } = await aDeployment(platform, ada, 'anomaly');
    expect(await over(id, 'modelIds=0123456789abcdef01234567')).toEqual({ baselines: [], buckets: [] });
    expect((await over(id)).baselines[0].meanPredictedValue).toEqual(expect.any(Number));
  });
});
