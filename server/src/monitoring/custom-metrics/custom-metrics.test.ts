import { describe, expect, it } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { DEFAULT_SETTINGS } from '../../deployments/deployments.fixtures.ts';
import { aDeployment } from '../monitoring.fixtures.ts';
import { aMetric, callsOf } from './custom-metrics.fixtures.ts';

const clock = movableClock('2026-01-05T12:10:00.000Z');
const app = await servedApp({ now: clock });
const ada = await app.person({ username: 'ada', organization: 'one' });
const eve = await app.person({ username: 'eve', organization: 'two' });
const settings = { ...DEFAULT_SETTINGS, batchMonitoring: { enabled: true } };
const deployment = await aDeployment(app.platform, ada, 'regression', { settings });
const call = callsOf(app, deployment.id, ada.key);

let made = 0;
const metricOf = async (over: object = {}) => {
  const reply = await call('POST customMetrics/', aMetric({ name: `metric ${++made}`, ...over }));
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
};
const report = (id: string, buckets: readonly object[], more: object = {}) =>
  call(`POST customMetrics/${id}/fromJSON/`, { buckets, ...more });
const day = 'start=2026-01-04T00:00:00Z&end=2026-01-06T00:00:00Z';
const summary = async (id: string, query = day) =>
  (await call(`GET customMetrics/${id}/summary/?${query}`)).body.metric;

describe('a custom metric', () => {
  it('is made, listed, changed and deleted; what nobody said is left out', async () => {
    const body = aMetric({
      name: 'life',
      value: { columnName: 'v' },
      timestamp: { columnName: 't', timeFormat: null },
    });
    const { id, ...record } = await metricOf(body);
    expect(record).toMatchObject({ name: 'life', units: 'USD', type: 'average', isModelSpecific: false });
    expect(record).toMatchObject({ timestamp: { columnName: 't', timeFormat: null }, createdBy: { id: ada.id } });
    expect(record).not.toHaveProperty('sampleCount');
    expect((await call('GET customMetrics/')).body.data).toContainEqual({ id, ...record });
    const change = { name: 'better', type: 'sum', baselineValues: [] };
    expect((await call(`PATCH customMetrics/${id}/`, change)).body).toEqual({ id, ...record, ...change });
    expect((await call(`PATCH customMetrics/${id}/`, { value: null, baselineValues: 3.5 })).body).toMatchObject({
      baselineValues: [{ value: 3.5 }],
    });
    expect((await call(`GET customMetrics/${id}/`)).body).not.toHaveProperty('value');
    expect((await call(`DELETE customMetrics/${id}/`)).status).toBe(204);
    const gone = await call(`GET customMetrics/${id}/`);
    expect([gone.status, gone.body.message]).toEqual([404, expect.stringMatching(/^Custom metric not found/)]);
  });

  it('is of its deployment and organization', async () => {
    const { id } = await metricOf();
    expect((await call(`GET customMetrics/${id}/`, undefined, eve.key)).status).toBe(404);
    expect((await call(`POST customMetrics/${id}/fromJSON/`, { buckets: [] }, eve.key)).status).toBeOneOf([404, 422]);
    const other = await aDeployment(app.platform, ada, 'regression');
    expect((await callsOf(app, other.id, ada.key)(`GET customMetrics/${id}/`)).status).toBe(404);
  });

  it.each([
    [{ units: '' }, 'units'],
    [{ type: 'median' }, 'type'],
    [{ timeStep: 'day' }, 'timeStep'],
    [{ baselineValues: [{ value: 1 }, { value: 2 }] }, 'baselineValues'],
    [{ type: 'categorical', baselineValues: [] }, 'categories'],
    [{ categories: [{ value: 'a' }] }, 'categories'],
    [{ colour: 'red' }, 'colour'],
  ])('is refused with %j, by the name of the field', async (over, field) => {
    const reply = await call('POST customMetrics/', aMetric({ name: 'wrong', ...over }));
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.body.errors).join()).toContain(field);
  });

  it('has a name nobody else has, and at most twenty-four fellows', async () => {
    const other = await aDeployment(app.platform, ada, 'regression');
    const there = callsOf(app, other.id, ada.key);
    const names = Array.from({ length: 25 }, (_, at) => `m${at}`);
    const replies = await Promise.all([...names, 'm0'].map((name) => there('POST customMetrics/', aMetric({ name }))));
    const refused = replies.filter(({ status }) => status !== 201);
    expect(refused.map(({ status }) => status)).toEqual([409]);
    const taken = await there('POST customMetrics/', aMetric({ name: 'm3' }));
    expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining('not unique for deployment')]);
    const full = await there('POST customMetrics/', aMetric({ name: 'm25' }));
    expect(full.status).toBe(409);
    expect(full.body.message).toMatch(/^Maximum number of custom metrics reached/);
    const { data } = (await there('GET customMetrics/')).body;
    expect(data).toHaveLength(25);
    const renamed = await there(`PATCH customMetrics/${data[1].id}/`, { name: data[2].name });
    expect([renamed.status, renamed.body.message]).toEqual([409, expect.stringContaining('not unique for deployment')]);
  });
});

describe('values', () => {
  const buckets = [
    { value: 1, sampleSize: 3, timestamp: '2026-01-05T10:05:00Z' },
    { value: 5, sampleSize: 1, timestamp: '2026-01-05 10:20:00.000+0000' },
    { value: 8, sampleSize: 4, timestamp: '2026-01-05T11:00:00' },
  ];

  it.each([
    ['average', (3 + 5 + 32) / 8],
    ['sum', 14],
    ['gauge', 8],
  ])('of type %s come together as such', async (type, expected) => {
    const { id } = await metricOf({ type });
    const taken = await report(id, buckets, { dryRun: false });
    expect([taken.status, taken.body.message]).toEqual([202, 'ok']);
    const status = await app.ask(`GET ${new URL(taken.headers.location as string).pathname}`, { key: ada.key });
    expect([status.status, status.headers.location]).toEqual([303, expect.stringContaining(`customMetrics/${id}/`)]);
    const figure = await summary(id);
    expect(figure).toMatchObject({ id, value: expected, sampleCount: 8, baselineValue: 2 });
    expect(figure.percentChange).toBeCloseTo(50 * (expected - 2), 10);
    await report(id, [{ value: 100, sampleSize: 8, timestamp: '2026-01-05T10:30:00Z' }]);
    const again = (await summary(id)).value;
    expect(again).toBeCloseTo({ average: (40 + 800) / 16, sum: 114, gauge: 8 }[type] as number, 10);
  });

  it('are told bucket by bucket, in exactly the keys clients know', async () => {
    const { id } = await metricOf({ type: 'sum' });
    await report(id, buckets);
    const url = `customMetrics/${id}/valuesOverTime/`;
    const { body } = await call(
      `GET ${url}?start=2026-01-05T10:30:00Z&end=2026-01-05T12:30:00%2B00:00&bucketSize=PT1H`,
    );
    expect(body.summary).toEqual({ start: '2026-01-05T10:00:00.000Z', end: '2026-01-05T13:00:00.000Z' });
    expect(body.buckets.map(({ value }: { value: number }) => value)).toEqual([6, 8, null]);
    expect(body.buckets.map(({ sampleSize }: { sampleSize: number }) => sampleSize)).toEqual([4, 4, null]);
    expect(Object.keys(body).sort()).toEqual(['buckets', 'metric', 'summary']);
    const { period, metric } = (await call(`GET customMetrics/${id}/summary/?start=1970-01-01&end=2027-01-01`)).body;
    expect([period.start, metric.value]).toEqual(['1970-01-01T00:00:00.000Z', 14]);
    for (const [query, text] of [
      ['bucketSize=PT90M', 'multiple of an hour'],
      ['bucketSize=often', 'ISO 8601'],
      ['start=2026-01-05&end=2026-01-04', 'must be before'],
      ['start=soon', 'not a valid timestamp'],
    ]) {
      const refused = await call(`GET ${url}?${query}`);
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(text as string)]);
    }
  });

  it('are told apart by segment, and by model where they are of models', async () => {
    const { id } = await metricOf({ type: 'sum', isModelSpecific: true });
    const [one] = buckets;
    const segments = [{ name: 'country', value: 'CH' }];
    await report(
      id,
      [
        { ...one, segments },
        { ...one, value: 10 },
      ],
      { modelId: deployment.row.model_id },
    );
    await report(id, [{ ...one, value: 100 }], { segments, modelPackageId: deployment.row.id });
    expect((await summary(id)).value).toBe(111);
    expect((await summary(id, `${day}&segmentAttribute=country&segmentValue=CH`)).value).toBe(101);
    expect((await summary(id, `${day}&modelPackageId=${deployment.row.id}`)).value).toBe(111);
    expect((await summary(id, `${day}&modelId=0123456789abcdef01234567`)).value).toBeNull();
    const outsider = await report(id, [one as object], { modelId: '0123456789abcdef01234567' });
    expect([outsider.status, outsider.body.message]).toEqual([422, expect.stringContaining('not found')]);
  });

  it('of names are counted by category', async () => {
    const categories = [{ value: 'good', directionality: 'higherIsBetter', baselineCount: 2 }, { value: 'bad' }];
    const { id } = await metricOf({ type: 'categorical', categories, baselineValues: [], directionality: null });
    const said = (value: string, sampleSize = 1) => ({ value, sampleSize, timestamp: '2026-01-05T10:05:00Z' });
    expect((await report(id, [said('good', 3), said('bad'), said('ugly', 5)])).status).toBe(202);
    expect(await summary(id)).toMatchObject({
      value: null,
      sampleCount: 9,
      unknownCategoriesCount: 5,
      categories: [
        { categoryName: 'good', value: 3, baselineValue: 2, percentChange: 50 },
        { categoryName: 'bad', value: 1, baselineValue: null, percentChange: null },
      ],
    });
    expect((await call(`PATCH customMetrics/${id}/`, { type: 'sum' })).status).toBe(422);
  });

  it('are compared with baselines that are hardly more than nothing, by metrics with numbers of any length', async () => {
    const { id } = await metricOf({ baselineValues: [{ value: 1e-300 }] });
    expect((await report(id, [{ value: 1e100, timestamp: '2026-01-05T10:05:00Z' }])).status).toBe(202);
    expect(await summary(id)).toMatchObject({ value: 1e100, baselineValue: 1e-300, percentChange: null });
    const long = await app.ask(`PATCH /api/v2/deployments/${deployment.id}/customMetrics/${id}/`, {
      key: ada.key,
      headers: { 'content-type': 'application/json' },
      body: '{"metadata": {"count": 12345678901234567890}}',
    });
    expect(long.status, long.text).toBe(200);
    expect(Object.keys(long.body.metadata)).toEqual(['count']);
  });

  it('are checked and not kept by a dry run', async () => {
    const { id } = await metricOf();
    const dry = await report(id, buckets, { dryRun: true });
    expect([dry.status, dry.headers.location]).toEqual([202, undefined]);
    expect(await summary(id)).toMatchObject({ value: null, sampleCount: null, percentChange: null });
  });

  it.each([
    [{ value: 'NaN' }, 'value', 'no number'],
    [{ value: null }, 'value', ''],
    [{ value: 1e200 }, 'value', '1e100'],
    [{ sampleSize: 0 }, 'sampleSize', ''],
    [{ sampleSize: 1.5 }, 'sampleSize', ''],
    [{ timestamp: '2026-01-07T10:00:00Z' }, 'timestamp', 'future'],
    [{ timestamp: '1969-01-07T10:00:00Z' }, 'timestamp', '1970'],
    [{ timestamp: 'yesterday' }, 'timestamp', '2026-01-31T10:00:00Z'],
    [{ timestamp: null }, 'timestamp', 'exactly one'],
    [{ batch: '0123456789abcdef01234567' }, 'timestamp', 'exactly one'],
  ])('with %j are refused', async (over, field, text) => {
    const { body: list } = await call('GET customMetrics/');
    const { id } = list.data.find(({ type }: { type: string }) => type === 'average');
    const refused = await report(id, [{ value: 1, sampleSize: 1, timestamp: '2026-01-05T10:00:00Z', ...over }]);
    expect(refused.status).toBe(422);
    expect(refused.body.errors[`buckets.0.${field}`]).toContain(text);
  });

  it('come ten thousand at a time, of one metric or several', async () => {
    const [one, two] = [await metricOf({ type: 'sum' }), await metricOf({ type: 'sum' })];
    const at = (index: number) => new Date(Date.UTC(2025, 0, 1, index % 5000)).toISOString();
    const many = Array.from({ length: 10_000 }, (_, index) => ({ value: 1, sampleSize: 1, timestamp: at(index) }));
    const named = many.map((bucket, index) => ({ ...bucket, customMetricId: (index % 2 ? one : two).id }));
    expect((await call('POST customMetrics/bulkUpload/', { buckets: named })).status).toBe(202);
    expect((await report(one.id, many)).status).toBe(202);
    expect((await report(one.id, [...many, ...many])).status).toBe(422);
    const year = 'start=2025-01-01&end=2026-01-01';
    const { metrics } = (await call(`GET customMetricsSummary/?${year}`)).body;
    const valueOfId = (id: string) => metrics.find((metric: { id: string }) => metric.id === id).value;
    expect([one, two].map(({ id }) => valueOfId(id))).toEqual([15_000, 5000]);
    const strange = [{ ...named[0], customMetricId: '0123456789abcdef01234567' }];
    const refused = await call('POST customMetrics/bulkUpload/', { buckets: strange });
    expect([refused.status, refused.body.message]).toEqual([404, expect.stringContaining('Custom metric not found')]);
  });
});
