import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { housingCsv } from '../../projects/housing.ts';
import { call } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { type Served, servedHousing } from '../served.ts';

/** Section "Batch predictions": what becomes of a job that waits for a quota when a right or its deployment goes. */
const JOBS = '/api/v2/batchPredictions/';
let owner: Person;
let friend: Person;
let served: Served;
let deployment: string;
beforeAll(async () => {
  owner = await aPerson();
  friend = await aPerson();
  served = await servedHousing({ key: owner.token });
  deployment = `/api/v2/deployments/${served.deploymentId}/`;
  const json = {
    resourceType: 'deployment',
    resourceId: served.deploymentId,
    defaultRules: [{ rule: 'token', limit: 30, window: 'day' }],
  };
  const made = await call('POST', '/api/v2/quotas/', { key: owner.token, json });
  expect(made.status, made.text).toBe(200);
  expect((await share('CONSUMER')).status).toBe(204);
}, 180_000);

const share = (role: string) =>
  call('PATCH', `${deployment}sharedRoles/`, {
    key: owner.token,
    json: { operation: 'updateRoles', roles: [{ shareRecipientType: 'user', role, id: friend.id }] },
  });

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function jobWhen(id: string, fits: (job: any) => boolean) {
  for (;;) {
    const { body } = await call('GET', `${JOBS}${id}/`, { key: owner.token });
    if (fits(body)) return body;
    await pause(100);
  }
}

async function aWaitingJob({ token: key }: Person): Promise<string> {
  const { id } = (await call('POST', JOBS, { key, json: { deploymentId: served.deploymentId } })).body;
  const headers = { 'content-type': 'text/csv' };
  const sent = await call('PUT', `${JOBS}${id}/csvUpload/`, { key, body: housingCsv(50), headers });
  expect(sent.status, sent.text).toBe(202);
  await jobWhen(id, ({ quotaWait }) => quotaWait !== null);
  return id;
}

test('404: without the right to predict a waiting job ends, and its results are not there', async () => {
  const id = await aWaitingJob(friend);
  expect((await share('NO_ROLE')).status).toBe(204);
  const download = await call('GET', `${JOBS}${id}/download/`, { key: friend.token });
  expect([download.status, download.body.code]).toEqual([404, 'batch.no_such_job']);
  const job = await jobWhen(id, ({ status }) => status !== 'RUNNING');
  expect(job).toMatchObject({ status: 'ABORTED', scoredRows: 30, quotaWait: null });
  expect(job.statusDetails).toContain('no longer has the right');
}, 240_000);

test('204: deleting the deployment ends a waiting job at once', async () => {
  const id = await aWaitingJob(owner);
  expect((await call('DELETE', deployment, { key: owner.token })).status).toBe(204);
  const { body } = await call('GET', `${JOBS}${id}/`, { key: owner.token });
  expect(body).toMatchObject({ status: 'ABORTED', quotaWait: null });
  expect(body.statusDetails).toContain(`deployment ${served.deploymentId} was deleted`);
});
