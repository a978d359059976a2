import { expect, test } from 'vitest';
import { aDeployment } from '../../predictions/predictions.fixtures.ts';
import { batchApp, housingRows, linesOf, PATH } from '../batch.fixtures.ts';

const app = await batchApp();
const { platform, ada, ask, scored, upload, ended } = app;
const regression = await aDeployment(platform, ada, 'regression');
const binary = await aDeployment(platform, ada, 'binary');

test('rows are uploaded, scored in their order, downloaded; the job tells it all', async () => {
  const { job, lines } = await scored({ deploymentId: regression.id }, housingRows(1000));
  expect(job).toMatchObject({
    status: 'COMPLETED',
    percentageCompleted: 100,
    scoredRows: 1000,
    failedRows: 0,
    skippedRows: 0,
    jobSpec: { deploymentId: regression.id, intakeSettings: { type: 'localFile' }, csvSettings: { delimiter: ',' } },
  });
  expect(job.links.download).toBe(`${job.links.self}download/`);
  expect(lines[0]).toBe('price_PREDICTION,DEPLOYMENT_APPROVAL_STATUS');
  expect(lines).toHaveLength(1001);
  const online = await ask(`${regression.line}`, housingRows(300), { 'content-type': 'text/csv', accept: 'text/csv' });
  expect(lines.slice(1, 301)).toEqual(linesOf(online.text).slice(1));
});

test('chunks of any size give the same results', async () => {
  const rows = housingRows(2000);
  const whole = await scored({ deploymentId: binary.id }, rows);
  const cut = await scored({ deploymentId: binary.id, chunkSize: 500, numConcurrent: 2 }, rows);
  expect(cut.text).toBe(whole.text);
  expect(whole.lines[0]).toBe(
    'sold_yes_PREDICTION,sold_no_PREDICTION,sold_PREDICTION,THRESHOLD,POSITIVE_CLASS,DEPLOYMENT_APPROVAL_STATUS',
  );
});

test('scoring begins before the upload ends, and a download follows it', async () => {
  const { id } = (
    await ask(`POST ${PATH}`, { deploymentId: regression.id, intakeSettings: { type: 'localFile', multipart: true } })
  ).body;
  const [head = '', ...rows] = linesOf(housingRows(300));
  const part = (number: number, from: number) =>
    ask(`PUT ${PATH}${id}/csvUpload/part/${number}`, [head, ...rows.slice(from, from + 100)].join('\n'), {
      'content-type': 'text/csv',
    });
  expect((await part(0, 0)).status).toBe(202);
  const download = ask(`GET ${PATH}${id}/download/`);
  const seen = await app.eventually(async () => {
    const { body } = await ask(`GET ${PATH}${id}/`);
    return body.scoredRows === 100 && body;
  });
  expect(seen).toMatchObject({ status: 'RUNNING' });
  expect((await part(2, 200)).status).toBe(202);
  expect((await part(2, 200)).status).toBe(409);
  expect((await ask(`POST ${PATH}${id}/csvUpload/finalizeMultipart`)).status).toBe(422);
  expect((await part(1, 100)).status).toBe(202);
  expect((await ask(`POST ${PATH}${id}/csvUpload/finalizeMultipart`)).status).toBe(202);
  expect((await ask(`POST ${PATH}${id}/csvUpload/finalizeMultipart`)).status).toBe(409);
  const whole = await scored({ deploymentId: regression.id }, housingRows(300));
  expect((await download).text).toBe(whole.text);
  expect((await ended(id)).body).toMatchObject({ status: 'COMPLETED', scoredRows: 300 });
});

test('a job that is aborted ends its download, keeps what was scored, and takes no more', async () => {
  const { id } = (
    await ask(`POST ${PATH}`, { deploymentId: regression.id, intakeSettings: { type: 'localFile', multipart: true } })
  ).body;
  await ask(`PUT ${PATH}${id}/csvUpload/part/0`, housingRows(50), { 'content-type': 'text/csv' });
  const download = ask(`GET ${PATH}${id}/download/`);
  await app.eventually(async () => (await ask(`GET ${PATH}${id}/`)).body.scoredRows === 50);
  const aborted = await ask(`DELETE ${PATH}${id}/`);
  expect([aborted.status, aborted.body.status]).toEqual([202, 'ABORTED']);
  expect(linesOf((await download).text)).toHaveLength(51);
  expect((await ask(`GET ${PATH}${id}/`)).body).toMatchObject({
    status: 'ABORTED',
    statusDetails: expect.stringContaining('Aborted by'),
  });
  expect((await ask(`PUT ${PATH}${id}/csvUpload/part/1`, housingRows(5), { 'content-type': 'text/csv' })).status).toBe(
    422,
  );
  expect((await ask(`DELETE ${PATH}${id}/`)).body.message).toBe('The results of the job were deleted.');
  expect((await ask(`DELETE ${PATH}${id}/`)).status).toBe(409);
  expect((await ask(`GET ${PATH}${id}/download/`)).status).toBe(404);
});

test('an empty file and one without rows fail with a sentence', async () => {
  for (const rows of ['', 'size,colour,rooms\n']) {
    const { job } = await scored({ deploymentId: regression.id }, rows);
    expect([job.status, job.statusDetails]).toEqual(['FAILED', expect.stringContaining('There are no rows')]);
  }
});

test('a second upload is a conflict, another type is not acceptable', async () => {
  const { id } = (await ask(`POST ${PATH}`, { deploymentId: regression.id })).body;
  expect((await ask(`PUT ${PATH}${id}/csvUpload/`, '[]', { 'content-type': 'application/xml' })).status).toBe(406);
  expect((await upload(id, housingRows(10))).status).toBe(202);
  expect([409, 422]).toContain((await upload(id, housingRows(10))).status);
  expect((await ask(`GET ${PATH}${id}/download/`, undefined, { accept: 'application/json' })).status).toBe(406);
});
