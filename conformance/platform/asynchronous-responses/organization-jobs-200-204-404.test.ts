import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { aPerson } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';

const JOBS = '/api/v2/organizationJobs/';

/** Without workers: what is started waits. */
let site: Installation;
beforeAll(async () => {
  site = await startInstallation({ ALMANAC_WORKERS: '0' });
});
afterAll(() => site?.stop());

test('200, 204, 404: an administrator sees the waiting work of others, and cancels it', async () => {
  const admin = { url: site.url, key: site.adminKey };
  const person = await aPerson({}, admin);
  const own = { url: site.url, key: person.token };
  const body = new FormData();
  body.set('file', new Blob(['a,b\n1,2\n']), 'rows.csv');
  const started = await call('POST', '/api/v2/datasets/fromFile/', { ...own, body });
  const { statusId } = started.body;
  expect([started.status, statusId]).toEqual([202, expect.any(String)]);

  const listed = await call('GET', JOBS, admin);
  expect(listed.body.data).toMatchObject([
    { statusId, status: 'INITIALIZED', startedBy: { username: person.username } },
  ]);
  expect((await call('DELETE', `${JOBS}${statusId}/`, admin)).status).toBe(204);
  expect((await call('GET', JOBS, admin)).body.data).toEqual([]);
  expect((await call('GET', `/api/v2/status/${statusId}/`, own)).body.status).toBe('ABORTED');
  expectRefusal(await call('DELETE', `${JOBS}${statusId}/`, admin), 404, 'jobs.no_open_job');
});
