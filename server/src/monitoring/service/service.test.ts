import { describe, expect, it } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { aDeployment, aRequest, ingestRecords, rowsOf, upTo } from '../monitoring.fixtures.ts';

const { platform, ask, person } = await servedApp({ now: movableClock('2026-01-01T12:10:00.000Z') });
const ada = await person({ username: 'ada', organization: 'one' });
const eve = await person({ username: 'eve', organization: 'two' });
const deployment = await aDeployment(platform, ada, 'regression');
const get = (path: string, key = ada.key) => ask(`GET /api/v2/deployments/${deployment.id}/${path}`, { key });

const predictRows = (n: number) => rowsOf(deployment.table, upTo(n), () => 1);
const at = (hour: number, minute = 0) => Date.UTC(2026, 0, 1, hour, minute);
const bob = { userId: 'bob', name: 'bob', address: '10.0.0.2', host: 'almanac.local' };

describe('service statistics', () => {
  it('of a deployment nobody has asked are 0, but for times nobody can tell', async () => {
    const { status, body } = await get('serviceStats/');
    expect(status).toBe(200);
    expect(body).toEqual({
      period: { start: '2025-12-25T13:00:00.000Z', end: '2026-01-01T13:00:00.000Z' },
      modelId: deployment.row.model_id,
      metrics: {
        ...{ totalPredictions: 0, totalRequests: 0, slowRequests: 0, executionTime: null, responseTime: null },
        ...{ userErrorRate: 0, serverErrorRate: 0, numConsumers: 0, cacheHitRatio: 0, medianLoad: 0, peakLoad: 0 },
      },
    });
    const over = (await get('serviceStatsOverTime/')).body;
    expect(over).toMatchObject({ metric: 'totalPredictions', summary: { value: 0 } });
    expect(over.buckets).toHaveLength(7);
  });

  it('add up over hours and callers, within a period, of a caller, of a model', async () => {
    await ingestRecords(platform, [
      aRequest(ada, deployment, { ...predictRows(3), at: at(10, 5), responseMs: 5 }),
      aRequest(ada, deployment, { ...predictRows(2), at: at(10, 5), responseMs: 1500, cacheHit: false }),
      aRequest(ada, deployment, { ...predictRows(1), at: at(11, 20), consumer: bob, responseMs: 5 }),
      aRequest(ada, deployment, { at: at(11, 30), status: 422, consumer: bob }),
      aRequest(ada, deployment, { at: at(11, 31), status: 500, consumer: bob }),
    ]);
    const { metrics } = (await get('serviceStats/')).body;
    expect(metrics).toMatchObject({ totalPredictions: 6, totalRequests: 5, slowRequests: 1, numConsumers: 2 });
    expect(metrics).toMatchObject({ userErrorRate: 0.2, serverErrorRate: 0.2, cacheHitRatio: 0.8, peakLoad: 2 });
    expect(metrics.medianLoad).toBe(1);
    expect(Math.abs(metrics.responseTime / 5 - 1)).toBeLessThan(0.06);
    const late = (await get('serviceStats/?responseTimeQuantile=1&slowRequestsThreshold=2')).body.metrics;
    expect(late.slowRequests).toBe(3);
    expect(Math.abs(late.responseTime / 1500 - 1)).toBeLessThan(0.06);

    const eleven = (await get('serviceStats/?start=2026-01-01T11:00:00Z&end=2026-01-01T12:00:00%2B00:00')).body;
    expect(eleven.metrics).toMatchObject({ totalPredictions: 1, totalRequests: 3 });
    const bobs = await get('serviceStats/?segmentAttribute=DataRobot-Consumer&segmentValue=bob');
    expect(bobs.body).toMatchObject({ segmentAttribute: 'DataRobot-Consumer', metrics: { totalRequests: 3 } });
    const other = (await get('serviceStats/?modelId=0123456789abcdef01234567')).body;
    expect(other).toMatchObject({ modelId: '0123456789abcdef01234567', metrics: { totalRequests: 0 } });
  });

  it('are told bucket by bucket', async () => {
    const query = 'start=2026-01-01T09:00:00Z&end=2026-01-01T12:00:00Z&bucketSize=PT1H&metric=totalRequests';
    const { body } = await get(`serviceStatsOverTime/?${query}`);
    expect(body.buckets.map(({ value }: { value: number }) => value)).toEqual([0, 2, 3]);
    expect(body.buckets[1].period).toEqual({ start: '2026-01-01T10:00:00.000Z', end: '2026-01-01T11:00:00.000Z' });
    expect(body.summary.value).toBe(5);
    const times = (await get(`serviceStatsOverTime/?${query.replace('totalRequests', 'executionTime')}`)).body;
    expect(times.buckets[0].value).toBeNull();
    expect(times.buckets[1].value).toBeGreaterThan(0);
  });

  it.each([
    ['start=2026-01-01T10:30:00Z', 400, 'top of an hour'],
    ['start=yesterday', 400, 'not a valid timestamp'],
    ['start=2026-01-02&end=2026-01-01', 400, 'must be before'],
    ['segmentValue=bob', 422, undefined],
    ['segmentAttribute=colour&segmentValue=red', 422, undefined],
    ['executionTimeQuantile=2', 422, undefined],
    ['executionTimeQuantile=NaN', 422, undefined],
    ['colour=red', 422, undefined],
    ['start=2026-01-01&end=2026-01-01', 200, undefined],
    ['end=2036-01-01', 200, undefined],
    ['end=2026-01-02', 200, undefined],
  ])('answer %s with %i', async (query, status, said) => {
    const answer = await get(`serviceStats/?${query}`);
    expect(answer.status).toBe(status);
    if (said !== undefined) expect(answer.body.message).toContain(said);
  });

  it.each([
    ['PT90M', 400],
    ['PT0H', 400],
    ['P30D', 400],
    ['soon', 400],
    ['P1M', 400],
    ['PT5H', 200],
  ])('take or refuse buckets of %s: %i', async (bucketSize, status) => {
    expect((await get(`serviceStatsOverTime/?bucketSize=${bucketSize}`)).status).toBe(status);
  });

  it('refuse a period with too many buckets', async () => {
    const answer = await get('serviceStatsOverTime/?start=1970-01-01&bucketSize=PT1H');
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('at most 10000');
  });

  it('are nobody else’s', async () => {
    expect((await get('serviceStats/', eve.key)).status).toBe(404);
    expect((await get('serviceStatsOverTime/', eve.key)).status).toBe(404);
  });
});
