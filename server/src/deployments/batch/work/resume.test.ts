import { expect, test } from 'vitest';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { aDeployment } from '../../predictions/predictions.fixtures.ts';
import { batchApp, housingRows, linesOf, PATH } from '../batch.fixtures.ts';
import { pieceStore } from '../intake/piece.store.ts';

const { platform, ada, ask, upload, scored, ended, stopWorker } = await batchApp();
const { id: deploymentId } = await aDeployment(platform, ada, 'regression');

test('a job whose worker goes away is taken up where its results end, and no row is twice or missing', async () => {
  const rows = housingRows(3000);
  const whole = await scored({ deploymentId }, rows);
  const [head = '', ...lines] = linesOf(rows);
  const { id } = (
    await ask(`POST ${PATH}`, { deploymentId, chunkSize: 2000, intakeSettings: { type: 'localFile', multipart: true } })
  ).body;
  const part = (number: number) =>
    ask(
      `PUT ${PATH}${id}/csvUpload/part/${number}`,
      [head, ...lines.slice(number * 1000, number * 1000 + 1000)].join('\n'),
      { 'content-type': 'text/csv' },
    );
  await part(0);
  await eventually(async () => (await ask(`GET ${PATH}${id}/`)).body.scoredRows === 1000);
  await stopWorker();
  await part(1);
  await part(2);
  // As if the worker had been killed before it wrote down its last piece.
  const last = await pieceStore(platform.db.queries).last(id, 'out');
  expect(last?.reached).toMatchObject({ part: 0, rows: 1000, failed: 0 });
  const worker = await startWorker(platform, { concurrency: 1 });
  try {
    await ask(`POST ${PATH}${id}/csvUpload/finalizeMultipart`);
    expect((await ended(id)).body).toMatchObject({ status: 'COMPLETED', scoredRows: 3000, percentageCompleted: 100 });
    expect((await ask(`GET ${PATH}${id}/download/`)).text).toBe(whole.text);
  } finally {
    await worker.stop();
  }
});

test('a worker lets go of a job whose rows do not come, and takes it up when they do', async () => {
  const worker = await startWorker(platform, { concurrency: 1 });
  try {
    const { id } = (await ask(`POST ${PATH}`, { deploymentId, intakeSettings: { type: 'localFile', multipart: true } }))
      .body;
    await ask(`PUT ${PATH}${id}/csvUpload/part/0`, housingRows(10), { 'content-type': 'text/csv' });
    const waiting = () =>
      platform.db.queries
        .selectFrom('batch_jobs')
        .select(['work_id', 'status'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    await eventually(async () => (await waiting()).work_id === null && (await waiting()).status === 'RUNNING');
    await ask(`PUT ${PATH}${id}/csvUpload/part/1`, housingRows(10), { 'content-type': 'text/csv' });
    await ask(`POST ${PATH}${id}/csvUpload/finalizeMultipart`);
    expect((await ended(id)).body).toMatchObject({ status: 'COMPLETED', scoredRows: 20 });
    expect((await upload(id, housingRows(1))).status).toBe(409);
  } finally {
    await worker.stop();
  }
});

test('a job whose work was lost for good is failed for whoever looks at it, and says so', async () => {
  const { id } = (await ask(`POST ${PATH}`, { deploymentId })).body;
  await upload(id, housingRows(10));
  const { work_id: workId } = await platform.db.queries
    .selectFrom('batch_jobs')
    .select('work_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // What the platform notes when a worker was lost as often as a job may be tried; no worker runs here.
  await platform.db.pool.query("UPDATE job_records SET status = 'ERROR' WHERE id = $1", [workId]);
  const { data } = (await ask(`GET ${PATH}?jobId=${id}`)).body;
  expect(data[0]).toMatchObject({ status: 'FAILED', statusDetails: expect.stringContaining('lost') });
  expect((await ask(`GET ${PATH}${id}/`)).body.status).toBe('FAILED');
});
