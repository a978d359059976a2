import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { type Served, servedHousing } from '../../deployments/served.ts';
import { housingCsv } from '../../projects/housing.ts';
import { call } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';

/** Section "Limits", quota rule kinds: token, inputSequenceLength and a capacity in tokens hold for predictions. */
const QUOTAS = '/api/v2/quotas/';
const JOBS = '/api/v2/batchPredictions/';
let owner: Person;
let served: Served;
beforeAll(async () => {
  owner = await aPerson();
  served = await servedHousing({ key: owner.token });
}, 180_000);

const ask = (method: string, path: string, json?: object) =>
  call(method, path, { key: owner.token, ...(json === undefined ? {} : { json }) });
const predict = (rows: number) =>
  call('POST', `/predApi/v1.0/deployments/${served.deploymentId}/predictions`, {
    key: owner.token,
    body: housingCsv(rows),
    headers: { 'content-type': 'text/csv' },
  });

async function withQuota(quota: object, run: (id: string) => Promise<void>): Promise<void> {
  const json = { resourceType: 'deployment', resourceId: served.deploymentId, defaultRules: [], ...quota };
  const made = await ask('POST', QUOTAS, json);
  expect(made.status, made.text).toBe(200);
  await run(made.body.id);
  expect((await ask('DELETE', `${QUOTAS}${made.body.id}/`)).status).toBe(204);
}

const rule = (kind: string, limit: number, window = 'min') => ({ defaultRules: [{ rule: kind, limit, window }] });

async function aJob(rows: number): Promise<string> {
  const { id } = (await ask('POST', JOBS, { deploymentId: served.deploymentId })).body;
  const headers = { 'content-type': 'text/csv' };
  const sent = await call('PUT', `${JOBS}${id}/csvUpload/`, { key: owner.token, body: housingCsv(rows), headers });
  expect(sent.status, sent.text).toBe(202);
  return id;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function jobWhen(id: string, fits: (job: any) => boolean) {
  for (;;) {
    const { body } = await ask('GET', `${JOBS}${id}/`);
    if (fits(body)) return body;
    await pause(100);
  }
}

test('429: a row is a token of the rule and of the capacity', async () => {
  await withQuota(rule('token', 25, 'day'), async (id) => {
    expect((await predict(20)).status).toBe(200);
    const refused = await predict(6);
    expect([refused.status, refused.body]).toMatchObject([429, { rule: 'token', limit: 25, used: 20 }]);
    expect((await predict(5)).status).toBe(200);
    const { data } = (await ask('GET', `${QUOTAS}${id}/usage/?window=day`)).body;
    expect(data[0]).toMatchObject({ requests: 2, tokens: 25, refused: 1, longestInput: 20 });
    const { usage } = (await ask('GET', '/api/v2/account/rateLimitUsage/')).body;
    const bound = usage.find(({ resourceId }: { resourceId: string }) => resourceId === served.deploymentId);
    expect(bound).toMatchObject({ currentUsage: 25, maxUsage: 25 });
  });
  await withQuota({ capacity: { capacity: 0, units: 'token' } }, async () => {
    expect((await predict(1)).body).toMatchObject({ rule: 'capacity', units: 'token', limit: 0 });
  });
});

test('429: what can never fit says so, in the unit of the limit', async () => {
  await withQuota({ capacity: { capacity: 60, units: 'token' } }, async () => {
    const refused = await predict(63);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(refused.body.message).toContain('The capacity is 60 rows per minute, and this call may need 63.');
    expect(refused.body.message).not.toContain('ry again');
  });
  await withQuota({ capacity: { capacity: 0, units: 'requests' } }, async () => {
    const refused = await predict(1);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(refused.body.message).toContain('The capacity is 0 requests per minute. Not even one request fits');
  });
});

test('422: the length of an input is its rows', async () => {
  await withQuota(rule('inputSequenceLength', 3), async () => {
    expect((await predict(3)).status).toBe(200);
    expect((await predict(4)).body).toMatchObject({ rule: 'inputSequenceLength', limit: 3, used: 4 });
  });
});

test('batch predictions take from the same budget, wait without failing, and can be aborted while they wait', async () => {
  await withQuota(rule('token', 30, 'day'), async (id) => {
    const job = await aJob(50);
    const waiting = await jobWhen(job, ({ quotaWait }) => quotaWait !== null);
    expect(waiting).toMatchObject({ status: 'RUNNING', scoredRows: 30 });
    expect(waiting.statusDetails).toContain('30 of 30 rows per day');
    expect((await predict(1)).status).toBe(429);
    const { data } = (await ask('GET', `${QUOTAS}${id}/usage/?window=day`)).body;
    expect(data[0]).toMatchObject({ tokens: 30, refused: 1 });
    expect((await ask('DELETE', `${JOBS}${job}/`)).body.status).toBe('ABORTED');
    expect((await ask('GET', `${JOBS}${job}/`)).body).toMatchObject({ status: 'ABORTED', quotaWait: null });
  });
});

test('a batch that waits goes on by itself, and scores every row once', async () => {
  await withQuota(rule('token', 30), async () => {
    const job = await aJob(50);
    const ended = await jobWhen(job, ({ status }) => status !== 'INITIALIZING' && status !== 'RUNNING');
    expect(ended).toMatchObject({ status: 'COMPLETED', scoredRows: 50, failedRows: 0, quotaWait: null });
    expect((await ask('GET', `${JOBS}${job}/download/`)).text.trimEnd().split('\n')).toHaveLength(51);
  });
}, 240_000);
