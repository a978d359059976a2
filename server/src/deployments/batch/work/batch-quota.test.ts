import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dueNow } from '#platform/jobs/jobs.fixtures.ts';
import { movableClock } from '../../../../test/served-app.ts';
import { csvOf } from '../../deployments.fixtures.ts';
import type { ModelKind } from '../../model.fixtures.ts';
import { aDeployment } from '../../predictions/predictions.fixtures.ts';
import { batchApp, housingRows, linesOf, PATH } from '../batch.fixtures.ts';

const now = movableClock();
const { platform, ada, ask, askAs, person, scored, upload, ended, eventually } = await batchApp({ now });

async function setLimit(defaultRules: readonly object[], more: object = {}, kind: ModelKind = 'regression') {
  const deployment = await aDeployment(platform, ada, kind);
  const body = { resourceType: 'deployment', resourceId: deployment.id, defaultRules, ...more };
  const made = await ask('POST /api/v2/quotas/', body);
  expect(made.status, made.text).toBe(200);
  const usage = async () => (await ask(`GET /api/v2/quotas/${made.body.id}/usage/?window=day`)).body.data[0];
  return { ...deployment, quotaId: made.body.id, usage };
}

async function begun(deploymentId: string, rows: string, more: object = {}, key = ada.key) {
  const { id } = (await askAs(key, `POST ${PATH}`, { deploymentId, ...more })).body;
  expect((await upload(id, rows, key)).status).toBe(202);
  /** It says that it waits, and its worker has let it go. */
  const waiting = () =>
    eventually(async () => {
      const work = await platform.db.queries
        .selectFrom('batch_jobs')
        .innerJoin('job_records', (join) => join.on('job_records.id', '=', sql<string>`batch_jobs.work_id::uuid`))
        .select('job_records.status')
        .where('batch_jobs.id', '=', id)
        .executeTakeFirst();
      const { body: job } = await ask(`GET ${PATH}${id}/`);
      return work?.status === 'INITIALIZED' && job.quotaWait !== null && job;
    });
  return { id, waiting };
}

const tokens = (limit: number, window = 'min') => ({ rule: 'token', limit, window });

test('a job that waits and is cancelled by an administrator among all work is aborted, and says by whom', async () => {
  const { id: deploymentId } = await setLimit([tokens(100, 'day')]);
  const { id, waiting } = await begun(deploymentId, housingRows(150));
  await waiting();
  const eve = await person({ organization: 'Batches', role: 'admin' });
  const { data } = (await askAs(eve.key, 'GET /api/v2/organizationJobs/')).body;
  const { statusId } = data.find(({ description }: { description: string }) => description.includes(id));
  expect((await askAs(eve.key, `DELETE /api/v2/organizationJobs/${statusId}/`)).status).toBe(204);
  const job = (await ask(`GET ${PATH}${id}/`)).body;
  expect(job).toMatchObject({ status: 'ABORTED', scoredRows: 100, quotaWait: null });
  expect(job.logs.at(-1)).toContain('administrator');
});

test('a job that waits ends when whoever made it may no longer predict, and they get none of its results', async () => {
  const { id: deploymentId, quotaId } = await setLimit([tokens(100, 'day')]);
  const bob = await person({ organization: 'Batches' });
  const share = (role: string) =>
    ask(`PATCH /api/v2/deployments/${deploymentId}/sharedRoles/`, {
      operation: 'updateRoles',
      roles: [{ shareRecipientType: 'user', role, id: bob.id }],
    });
  expect((await share('CONSUMER')).status).toBe(204);
  const done = await begun(deploymentId, housingRows(10), {}, bob.key);
  expect((await ended(done.id)).body.status).toBe('COMPLETED');
  const download = (key: string, id: string) => askAs(key, `GET ${PATH}${id}/download/`);
  expect((await download(bob.key, done.id)).status).toBe(200);
  const { id, waiting } = await begun(deploymentId, housingRows(250), {}, bob.key);
  await waiting();
  expect((await share('NO_ROLE')).status).toBe(204);
  expect((await ask(`PATCH /api/v2/quotas/${quotaId}/`, { defaultRules: [tokens(1000, 'day')] })).status).toBe(200);
  await dueNow(platform);
  const job = (await ended(id)).body;
  expect(job.status).toBe('ABORTED');
  expect(job.scoredRows).toBeLessThan(250);
  expect(job.statusDetails).toContain(`no longer has the right to use deployment ${deploymentId}`);
  const outsider = await person({ organization: 'Batches' });
  for (const one of [id, done.id]) {
    const refused = await download(bob.key, one);
    expect([refused.status, refused.body]).toEqual([404, (await download(outsider.key, one)).body]);
    expect((await download(ada.key, one)).status).toBe(200);
  }
});

test('deleting a deployment ends its open jobs at once, leaves those that ended, and keeps its quota', async () => {
  const { id: deploymentId, quotaId } = await setLimit([tokens(100, 'day')]);
  const done = await begun(deploymentId, housingRows(10));
  expect((await ended(done.id)).body.status).toBe('COMPLETED');
  const { id, waiting } = await begun(deploymentId, housingRows(150));
  await waiting();
  const { id: unsent } = (await ask(`POST ${PATH}`, { deploymentId })).body;
  const other = (await ask(`POST ${PATH}`, { deploymentId: (await aDeployment(platform, ada, 'regression')).id })).body;
  expect((await ask(`DELETE /api/v2/deployments/${deploymentId}/`)).status).toBe(204);
  for (const one of [id, unsent]) {
    const job = (await ask(`GET ${PATH}${one}/`)).body;
    expect(job).toMatchObject({ status: 'ABORTED', quotaWait: null });
    expect(job.statusDetails).toContain(`deployment ${deploymentId} was deleted by ${ada.username}`);
  }
  const work = await platform.db.queries
    .selectFrom('job_records')
    .select('status')
    .where('description', 'like', `%${id}%`)
    .execute();
  expect(work.map(({ status }) => status)).toEqual(['ABORTED']);
  expect((await ask(`GET ${PATH}${done.id}/`)).body.status).toBe('COMPLETED');
  expect((await ask(`GET ${PATH}${done.id}/download/`)).status).toBe(200);
  expect((await ask(`GET ${PATH}${other.id}/`)).body.status).toBe('INITIALIZING');
  // As with workloads: what was used stays to be read, until whoever set it deletes it.
  expect((await ask(`GET /api/v2/quotas/${quotaId}/`)).status).toBe(200);
  expect((await ask(`DELETE /api/v2/quotas/${quotaId}/`)).status).toBe(204);
});

test('a job takes its rows from the budget of the deployment, waits for more, and scores all of them once', async () => {
  const { id: deploymentId, usage } = await setLimit([tokens(100)]);
  const rows = housingRows(250);
  const { id, waiting } = await begun(deploymentId, rows);
  const first = await waiting();
  expect(first).toMatchObject({ status: 'RUNNING', scoredRows: 100 });
  expect(first.quotaWait.reason).toContain('has used 100 of 100 rows per minute');
  expect(first.statusDetails).toContain('Waiting for the quota of the deployment until 2026-01-01T00:01:00.000Z');
  // Predictions share the budget: nothing is left of it.
  const headers = { 'content-type': 'text/csv' };
  const line = `POST /predApi/v1.0/deployments/${deploymentId}/predictions`;
  expect((await ask(line, housingRows(1), headers)).status).toBe(429);
  now.moveSeconds(60);
  await dueNow(platform);
  await eventually(async () => (await ask(`GET ${PATH}${id}/`)).body.scoredRows === 200);
  await waiting();
  now.moveSeconds(60);
  await dueNow(platform);
  const job = (await ended(id)).body;
  expect(job).toMatchObject({ status: 'COMPLETED', scoredRows: 250, failedRows: 0, quotaWait: null });
  expect(job.logs.filter((one: string) => one.startsWith('Waiting for the quota'))).toHaveLength(1);
  const free = await aDeployment(platform, ada, 'regression');
  expect((await ask(`GET ${PATH}${id}/download/`)).text).toBe((await scored({ deploymentId: free.id }, rows)).text);
  // Three requests of rows; waiting is no refusal, the prediction above was one.
  expect(await usage()).toMatchObject({ requests: 3, tokens: 250, refused: 1, longestInput: 100 });
});

test('a job that waits can be aborted, and holds up no other job of the worker', async () => {
  const { id: deploymentId } = await setLimit([tokens(10, 'day')]);
  const jobs = await Promise.all([1, 2, 3, 4].map(() => begun(deploymentId, housingRows(20))));
  for (const { waiting } of jobs) await waiting();
  // More wait than the worker has places.
  const free = await aDeployment(platform, ada, 'regression');
  expect((await scored({ deploymentId: free.id }, housingRows(5))).job.status).toBe('COMPLETED');
  for (const { id } of jobs) {
    expect((await ask(`DELETE ${PATH}${id}/`)).body.status).toBe('ABORTED');
    expect((await ask(`GET ${PATH}${id}/`)).body).toMatchObject({ status: 'ABORTED', quotaWait: null });
  }
});

test('rows come in requests that are no longer than an input may be, and no faster than requests may come', async () => {
  const rules = [
    { rule: 'inputSequenceLength', limit: 4 },
    { rule: 'requests', limit: 5, window: 'min' },
    { rule: 'concurrentRequests', limit: 1 },
  ];
  const { id: deploymentId, usage } = await setLimit(rules);
  const { id, waiting } = await begun(deploymentId, housingRows(30));
  expect(await waiting()).toMatchObject({ scoredRows: 20 });
  expect(await usage()).toMatchObject({ requests: 5, tokens: 20, longestInput: 4, mostConcurrent: 1, refused: 0 });
  now.moveSeconds(60);
  await dueNow(platform);
  expect((await ended(id)).body).toMatchObject({ status: 'COMPLETED', scoredRows: 30 });
});

test('a capacity holds jobs too, and a limit that is raised lets them go on', async () => {
  const { id: deploymentId, quotaId } = await setLimit([], { capacity: { capacity: 8, units: 'token' } });
  const { id, waiting } = await begun(deploymentId, housingRows(30));
  expect((await waiting()).quotaWait.reason).toContain('capacity of 8 rows per minute');
  expect((await ask(`PATCH /api/v2/quotas/${quotaId}/`, { capacity: null })).status).toBe(200);
  await dueNow(platform);
  expect((await ended(id)).body).toMatchObject({ status: 'COMPLETED', scoredRows: 30 });
});

test('a quota that only watches holds nothing up and says what it would have', async () => {
  const { id: deploymentId, usage } = await setLimit([tokens(10)], { shadow: true });
  const { job, lines } = await scored({ deploymentId }, housingRows(40));
  expect([job.status, lines.length]).toEqual(['COMPLETED', 41]);
  expect(await usage()).toMatchObject({ tokens: 40, wouldRefuse: 1, refused: 0 });
});

test('rows with quotes, empty lines and returns are cut where they end', async () => {
  const { id: deploymentId } = await setLimit([{ rule: 'inputSequenceLength', limit: 1 }]);
  const free = await aDeployment(platform, ada, 'regression');
  const [head = '', ...rows] = linesOf(housingRows(6));
  const quoteCell = rows.map((row) => row.replace(/^([^,]*),([^,]*)/, '$1,"$2"')).join('\r\n\r\n');
  const text = `${head}\r\n${quoteCell}\r\n`;
  const cut = await scored({ deploymentId }, text);
  expect(cut.job).toMatchObject({ status: 'COMPLETED', scoredRows: 6 });
  expect(cut.text).toBe((await scored({ deploymentId: free.id }, text)).text);
});

test('rows of time series are paid over several windows and scored together', async () => {
  const asked = { timeseriesSettings: { type: 'forecast', relaxKnownInAdvanceFeaturesCheck: true } };
  const { id: deploymentId, table, usage } = await setLimit([tokens(120)], {}, 'series');
  const rows = csvOf(table);
  expect(table.rows).toBe(270);
  const { id, waiting } = await begun(deploymentId, rows, asked);
  expect(await waiting()).toMatchObject({ scoredRows: 0 });
  now.moveSeconds(60);
  await dueNow(platform);
  await eventually(async () => (await usage()).tokens === 240);
  await waiting();
  now.moveSeconds(60);
  await dueNow(platform);
  const job = (await ended(id)).body;
  expect(job).toMatchObject({ status: 'COMPLETED', skippedRows: 270 });
  expect(await usage()).toMatchObject({ requests: 3, tokens: 270, refused: 0 });
});
