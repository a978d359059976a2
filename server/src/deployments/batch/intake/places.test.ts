import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, expect, test } from 'vitest';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { aDeployment } from '../../predictions/predictions.fixtures.ts';
import { batchApp, housingRows, linesOf, PATH } from '../batch.fixtures.ts';

const folder = await mkdtemp(join(tmpdir(), 'almanac-batch-places-'));
const bucket = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'rows' }],
});
const endpointUrl = `http://127.0.0.1:${(await bucket.run()).port}`;
const put: { path: string; body: string; token: string | undefined }[] = [];
const files = createServer(async (request, reply) => {
  if (request.method === 'PUT') {
    put.push({ path: request.url ?? '', body: await text(request), token: request.headers['x-token'] as string });
    reply.writeHead(request.url === '/full' ? 507 : 201).end();
  } else reply.end(housingRows(20));
}).listen(0, '127.0.0.1');
await eventually(async () => files.listening);
const fileServer = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
afterAll(async () => {
  files.close();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const { platform, ada, ask, scored, ended } = await batchApp({
  settings: { ALMANAC_FETCH_ALLOWED_HOSTS: '127.0.0.1' },
});
const { id: deploymentId } = await aDeployment(platform, ada, 'regression');
const whole = await scored({ deploymentId }, housingRows(20));
const run = async (body: object) => {
  const made = await ask(`POST ${PATH}`, { deploymentId, ...body });
  if (made.status !== 202) throw new Error(JSON.stringify(made.body));
  return (await ended(made.body.id)).body;
};
const results = async (id: string) => (await ask(`GET ${PATH}${id}/download/`)).text;
const keys = { credentialType: 's3', awsAccessKeyId: 'S3RVER', awsSecretAccessKey: 'S3RVER' };
const { credentialId } = (await ask('POST /api/v2/credentials/', { name: 'bucket', ...keys })).body;
const s3 = (name: string, format = 'csv') => ({
  type: 's3',
  url: `s3://rows/${name}`,
  endpointUrl,
  credentialId,
  format,
});

test('http: fetched from one URL, sent to another', async () => {
  const outputSettings = { type: 'http', url: `${fileServer}/results.csv`, headers: { 'x-token': 'mine' } };
  const job = await run({ intakeSettings: { type: 'http', url: `${fileServer}/rows.csv` }, outputSettings });
  expect([job.status, job.scoredRows, job.links.download]).toEqual(['COMPLETED', 20, undefined]);
  expect(put.at(-1)).toEqual({ path: '/results.csv', body: whole.text, token: 'mine' });
  expect(job.jobSpec.outputSettings.headers).toEqual({ 'x-token': '********' });
  const refused = await run({
    intakeSettings: { type: 'http', url: `${fileServer}/rows.csv` },
    outputSettings: { type: 'http', url: `${fileServer}/full` },
  });
  expect([refused.status, refused.statusDetails]).toEqual(['FAILED', expect.stringContaining('507')]);
  expect((await ask(`GET ${PATH}${job.id}/download/`)).status).toBe(422);
});

test('what a header says is kept sealed, shown to nobody, and sent to the address it was given for alone', async () => {
  const ALL = '/api/v2/batchPredictionJobDefinitions/';
  const headers = { 'x-token': 'hush-hush' };
  const places = {
    intakeSettings: { type: 'http', url: `${fileServer}/rows.csv` },
    outputSettings: { type: 'http', url: `${fileServer}/defined.csv`, headers },
  };
  const { id } = (await ask(`POST ${ALL}`, { deploymentId, ...places })).body;
  const renamed = await ask(`PATCH ${ALL}${id}/`, { name: 'Nightly' });
  expect(renamed.body.batchPredictionJob.outputSettings.headers).toEqual({ 'x-token': '********' });
  const hidden = { headers: { 'x-token': '********' } };
  const same = { outputSettings: { ...places.outputSettings, ...hidden } };
  expect((await ask(`PATCH ${ALL}${id}/`, same)).status).toBe(200);
  const elsewhere = { outputSettings: { ...same.outputSettings, url: 'https://elsewhere.example/' } };
  const refused = await ask(`PATCH ${ALL}${id}/`, elsewhere);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { 'outputSettings.headers.x-token': expect.stringContaining('say the value again') },
  ]);
  const { body } = await ask(`POST ${PATH}fromJobDefinition/`, { jobDefinitionId: id });
  expect((await ended(body.id)).body.status).toBe('COMPLETED');
  expect(put.at(-1)).toMatchObject({ path: '/defined.csv', token: 'hush-hush' });
  const shown = [await ask(`GET ${ALL}`), await ask(`GET ${ALL}${id}/portable/`), await ask(`GET ${PATH}${body.id}/`)];
  const kept = await platform.db.pool.query('SELECT spec FROM batch_definitions UNION ALL SELECT spec FROM batch_jobs');
  expect(JSON.stringify([shown.map(({ text: told }) => told), kept.rows])).not.toContain('hush-hush');
});

test('s3: results written there as CSV and as Parquet are rows that can be read again', async () => {
  const from = { type: 'http', url: `${fileServer}/rows.csv` };
  const renamed = {
    passthroughColumnsSet: 'all',
    columnNamesRemapping: [
      { inputName: 'DEPLOYMENT_APPROVAL_STATUS', outputName: null },
      { inputName: 'price_PREDICTION', outputName: 'before' },
    ],
  };
  for (const format of ['csv', 'parquet']) {
    const written = await run({
      intakeSettings: from,
      outputSettings: s3(`out/rows.${format}`, format),
      ...renamed,
    });
    expect([written.status, written.logs.at(-1)]).toEqual([
      'COMPLETED',
      expect.stringContaining('20 rows were scored'),
    ]);
    const again = await run({ intakeSettings: s3(`out/rows.${format}`, format) });
    expect([again.status, await results(again.id)]).toEqual(['COMPLETED', whole.text]);
  }
  const missing = await run({ intakeSettings: s3('nothing.csv') });
  expect([missing.status, missing.statusDetails]).toEqual([
    'FAILED',
    expect.stringContaining('s3://rows/nothing.csv cannot be read'),
  ]);
});

test('a host that is not outside and not allowed is never asked', async () => {
  const job = await run({ intakeSettings: { type: 'http', url: 'http://10.0.0.1/rows.csv' } });
  expect([job.status, job.statusDetails]).toEqual(['FAILED', expect.stringContaining('not on the open internet')]);
  const elsewhere = await run({
    intakeSettings: { type: 's3', url: 's3://rows/x.csv', endpointUrl: 'http://169.254.169.254' },
  });
  expect([elsewhere.status, elsewhere.statusDetails]).toEqual(['FAILED', expect.stringContaining('169.254.169.254')]);
});

test('dataset: a version of a dataset is scored, and the job is made again from it', async () => {
  const edge = 'edge';
  const form = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="housingRows.csv"\r\n\r\n${housingRows(20)}\r\n--${edge}--\r\n`;
  const made = await ask('POST /api/v2/datasets/fromFile/', form, {
    'content-type': `multipart/form-data; boundary=${edge}`,
  });
  await eventually(
    async () => (await ask(`GET /api/v2/datasets/${made.body.catalogId}/`)).body.processingState === 'COMPLETED',
  );
  const job = await run({ intakeSettings: { type: 'dataset', datasetId: made.body.catalogId } });
  expect([job.status, job.intakeDatasetDisplayName]).toEqual(['COMPLETED', 'housingRows.csv']);
  expect(linesOf(await results(job.id))).toEqual(whole.lines);
  const again = await ask(`POST ${PATH}fromExisting/`, { predictionJobId: job.id });
  expect(again.status).toBe(202);
  expect((await ended(again.body.id)).body).toMatchObject({ status: 'COMPLETED', scoredRows: 20 });
});
