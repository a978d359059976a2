import { afterAll, expect, it } from 'vitest';
import { startWorker } from '#platform/jobs/worker.ts';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { DEFAULT_SETTINGS } from '../../deployments/deployments.fixtures.ts';
import { eventually } from '../../platform/jobs/jobs.fixtures.ts';
import { aDeployment } from '../monitoring.fixtures.ts';
import { aMetric, callsOf } from './custom-metrics.fixtures.ts';
import { valuesDatasetJob } from './dataset-values.job.ts';

const app = await servedApp({ now: movableClock('2026-01-05T12:10:00.000Z') });
const { ask, platform } = app;
const ada = await app.person();
const worker = await startWorker(platform, { concurrency: 1 });
afterAll(() => worker.stop());
const settings = { ...DEFAULT_SETTINGS, batchMonitoring: { enabled: true } };
const deployment = await aDeployment(platform, ada, 'regression', { settings });
const call = callsOf(app, deployment.id, ada.key);

async function dataset(csv: string): Promise<string> {
  const body = `--e\r\nContent-Disposition: form-data; name="file"; filename="v.csv"\r\n\r\n${csv}\r\n--e--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=e' };
  const { catalogId } = (await ask('POST /api/v2/datasets/fromFile/', { key: ada.key, body, headers })).body;
  await eventually(async () => {
    const { body } = await ask(`GET /api/v2/datasets/${catalogId}/`, { key: ada.key });
    return body.processingState === 'COMPLETED' ? true : undefined;
  });
  return catalogId;
}

let made = 0;
const metric = async (over: object = {}) =>
  (await call('POST customMetrics/', aMetric({ name: `m${++made}`, type: 'sum', ...over }))).body.id as string;

/** The finished status: 303, or 200 with what went wrong. */
async function waitForEnd(reply: { status: number; text: string; headers: Readonly<Record<string, unknown>> }) {
  expect(reply.status, reply.text).toBe(202);
  const path = new URL(String(reply.headers.location)).pathname;
  return eventually(async () => {
    const status = await ask(`GET ${path}`, { key: ada.key });
    return status.status === 303 || status.body.status === 'ERROR' ? status : undefined;
  });
}
const days = 'start=2025-12-01&end=2026-01-06';
const figure = async (id: string, query = days) =>
  (await call(`GET customMetrics/${id}/summary/?${query}`)).body.metric.value;

const rows = ['when,what,count,shop'];
for (let row = 0; row < 400; row++) {
  rows.push(`2026-01-0${1 + (row % 4)} 0${row % 10}:15:00,${row % 10},${1 + (row % 3)},${row % 2 ? 'east' : 'west'}`);
}
const good = await dataset(rows.join('\n'));

it('adds the rows of a dataset by hour, weight and segment, once', async () => {
  const columns = { value: { columnName: 'what' }, timestamp: { columnName: 'when' } };
  const id = await metric(columns);
  const body = { datasetId: good, segments: [{ name: 'shop', column: 'shop' }], sampleCount: { columnName: 'count' } };
  const done = await waitForEnd(await call(`POST customMetrics/${id}/fromDataset/`, body));
  expect([done.status, done.headers.location]).toEqual([303, expect.stringContaining(`customMetrics/${id}/`)]);
  expect(await figure(id)).toBe(1800);
  expect(await figure(id, `${days}&segmentAttribute=shop&segmentValue=east`)).toBe(1000);
  const query = 'start=2026-01-01T00:00:00Z&end=2026-01-05T00:00:00Z&bucketSize=P1D';
  const { buckets } = (await call(`GET customMetrics/${id}/valuesOverTime/?${query}`)).body;
  expect(buckets.map(({ value }: { value: number }) => value)).toEqual([400, 500, 400, 500]);
  const samples = buckets.reduce((sum: number, { sampleSize }: { sampleSize: number }) => sum + sampleSize, 0);
  expect(samples).toBe(799);

  const { rows: jobs } = await platform.db.pool.query(
    `SELECT id FROM job_records WHERE kind = '${valuesDatasetJob.name}' ORDER BY created_at DESC LIMIT 1`,
  );
  const { rows: versions } = await platform.db.pool.query(`SELECT id FROM dataset_versions LIMIT 1`);
  const input = {
    ...{ organizationId: ada.organizationId, deploymentId: deployment.id, metricId: id, versionId: versions[0].id },
    model: { packageId: '', modelId: '' },
    columns: {
      value: 'what',
      sampleCount: null,
      timestamp: { columnName: 'when', timeFormat: null },
      batch: null,
      batchId: null,
      segments: [],
    },
  };
  const run = {
    jobId: jobs[0].id,
    attempt: 2,
    signal: new AbortController().signal,
    actor: {} as never,
    progress: async () => {},
  };
  await valuesDatasetJob.run(platform, input, run);
  expect(await figure(id), 'a second run of the same job').toBe(1800);
});

it('adds them to a batch, or to those a column names', async () => {
  const [{ body: one }, { body: two }] = [
    await call('POST monitoringBatches/', { batchName: 'one' }),
    await call('POST monitoringBatches/', { batchName: 'two' }),
  ];
  const id = await metric({ value: { columnName: 'what' } });
  const whole = { datasetId: good, batchId: one.id };
  expect((await waitForEnd(await call(`POST customMetrics/${id}/fromDataset/`, whole))).status).toBe(303);
  const named = await dataset(`what,batch\n7,${two.id}\n5,${one.id}\n7,${two.id}\n`);
  const body = { datasetId: named, batch: { columnName: 'batch' } };
  expect((await waitForEnd(await call(`POST customMetrics/${id}/fromDataset/`, body))).status).toBe(303);
  const { buckets } = (await call(`GET customMetrics/${id}/valuesOverBatch/`)).body;
  const values = buckets.map(({ batch, value }: { batch: { name: string }; value: number }) => [batch.name, value]);
  expect(Object.fromEntries(values)).toEqual({ one: 1805, two: 14 });
});

it('adds nothing when every row is a segment of its own, more than can be held', async () => {
  const lines = Array.from({ length: 50_001 }, (_, row) => `1,2026-01-01 00:00:00,u${row}`);
  const wide = await dataset(`what,when,who\n${lines.join('\n')}\n`);
  const id = await metric({ value: { columnName: 'what' }, timestamp: { columnName: 'when' } });
  const segments = Array.from({ length: 10 }, (_, at) => ({ name: `s${at}`, column: 'who' }));
  const { body } = await waitForEnd(await call(`POST customMetrics/${id}/fromDataset/`, { datasetId: wide, segments }));
  expect(body.message).toContain('more than 500000 sums');
  expect(await figure(id)).toBeNull();
});

it('adds nothing when a row is wrong, and says which', async () => {
  const wrong = await dataset(
    'when,what,name\n2026-01-01 00:00:00,1,a\n2026-01-01 01:00:00,,b\n2027-01-01 00:00:00,3,c\n',
  );
  const id = await metric({ timestamp: { columnName: 'when', timeFormat: '%Y-%m-%d %H:%M:%S' } });
  const post = (column: string, more: object = {}) =>
    call(`POST customMetrics/${id}/fromDataset/`, { datasetId: wrong, value: { columnName: column }, ...more });
  const missing = await waitForEnd(await post('what'));
  expect([missing.status, missing.body.message]).toEqual([200, expect.stringContaining('Row 2, column "what"')]);
  const names = await waitForEnd(await post('name'));
  expect(names.body.message).toContain('holds no numbers');
  expect(await figure(id, 'start=2025-01-01&end=2028-01-01')).toBeNull();
  const absent = await post('nothing');
  expect([absent.status, absent.body.errors.value]).toEqual([422, expect.stringContaining('no column "nothing"')]);
  const unsaid = await call(`POST customMetrics/${id}/fromDataset/`, { datasetId: wrong });
  expect([unsaid.status, unsaid.body.errors.value]).toEqual([422, expect.stringContaining('Name the column')]);
  expect((await post('what', { datasetId: '0123456789abcdef01234567' })).status).toBe(404);
});
