import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { housingCsv } from '../../projects/housing.ts';
import { breakOff } from '../../support/break-off.ts';
import { type Answer, call } from '../../support/call.ts';
import { aChattingDeployment } from '../../support/deployed.ts';
import { follow } from '../../support/follow.ts';
import { aBlueprint, aPlayground } from '../../support/genai.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { deployedElsewhere } from '../elsewhere.ts';
import { type Served, servedHousing } from '../served.ts';

const JOBS = '/api/v2/batchPredictions/';
const DEFINITIONS = '/api/v2/batchPredictionJobDefinitions/';
const nothing = '65f000000000000000000001';
let owner: Person;
let other: Person;
let served: Served;
beforeAll(async () => {
  owner = await aPerson();
  other = await aPerson();
  served = await servedHousing({ key: owner.token });
}, 180_000);

const ask = (method: string, path: string, json?: object, person: Person = owner): Promise<Answer> =>
  call(method, path, { key: person.token, ...(json === undefined ? {} : { json }) });
const put = (path: string, body: string, type = 'text/csv') =>
  call('PUT', path, { key: owner.token, body, headers: { 'content-type': type } });
const create = (more: object = {}) => ask('POST', JOBS, { deploymentId: served.deploymentId, ...more });
const ended = async (id: string) => {
  for (;;) {
    const { body } = await ask('GET', `${JOBS}${id}/`);
    if (body.status !== 'INITIALIZING' && body.status !== 'RUNNING') return body;
    await pause(100);
  }
};

test('202, then 200: made, uploaded, followed, downloaded, deleted', async () => {
  const made = await create({ passthroughColumns: ['town'] });
  const { id, links } = made.body;
  expect([made.status, made.headers.get('location')]).toEqual([
    202,
    links.self.replace('batchPredictions', 'status/batchPredictions'),
  ]);
  expect(made.body).toMatchObject({
    status: 'INITIALIZING',
    percentageCompleted: 0,
    jobSpec: { numConcurrent: expect.any(Number) },
  });
  expect(links).toEqual({ self: expect.stringMatching(/\/$/), csvUpload: `${links.self}csvUpload/` });
  const download = ask('GET', `${JOBS}${id}/download/`);
  expect((await put(`${JOBS}${id}/csvUpload/`, housingCsv(150))).status).toBe(202);
  const results = await download;
  expect([results.status, results.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/csv/)]);
  expect(results.headers.get('content-encoding')).toBeNull();
  expect(results.headers.get('content-disposition')).toBe(`attachment;filename=result-${id}.csv`);
  const lines = results.text.trimEnd().split('\n');
  expect(lines).toHaveLength(151);
  expect(lines[0]).toMatch(/^sold_yes_PREDICTION,sold_no_PREDICTION,sold_PREDICTION,THRESHOLD,POSITIVE_CLASS,.*town$/);
  const job = await ended(id);
  expect(job).toMatchObject({
    status: 'COMPLETED',
    scoredRows: 150,
    failedRows: 0,
    createdBy: { username: owner.username },
  });
  expect(job.links.download).toBe(`${links.self}download/`);
  expect((await ask('GET', `${JOBS}?status=COMPLETED&deploymentId=${served.deploymentId}`)).body.data[0].id).toBe(id);
  expect((await put(`${JOBS}${id}/csvUpload/`, housingCsv(150))).status).toBe(409);
  expect((await ask('DELETE', `${JOBS}${id}/`)).status).toBe(202);
  expect((await ask('DELETE', `${JOBS}${id}/`)).status).toBe(409);
  expect((await ask('GET', `${JOBS}${id}/download/`)).status).toBe(404);
});

test('the flow of a script that only knows defaults and links', async () => {
  const head = { 'content-type': 'application/json; encoding=utf-8' };
  const body = JSON.stringify({ deploymentId: served.deploymentId, passthroughColumnsSet: 'all', maxExplanations: 1 });
  const made = await call('POST', JOBS, { key: owner.token, scheme: 'Token', body, headers: head });
  const path = (link: string) => new URL(link).pathname;
  const uploading = put(path(made.body.links.csvUpload), housingCsv(40), 'text/csv; encoding=utf-8');
  let seen = made.body;
  while (seen.links.download === undefined) seen = (await ask('GET', path(made.body.links.self))).body;
  expect(['RUNNING', 'COMPLETED']).toContain(seen.status);
  const results = await ask('GET', path(seen.links.download));
  expect((await uploading).status).toBe(202);
  const lines = results.text.trimEnd().split('\n');
  expect([lines.length, lines[0]]).toEqual([
    41,
    expect.stringMatching(/EXPLANATION_1_FEATURE_NAME.*,size,age,town,price,sold$/),
  ]);
  expect((await ended(made.body.id)).logs.length).toBeGreaterThan(1);
});

test('406, 409, 422: uploads that are no CSV, come twice, or come too late', async () => {
  const { id } = (await create({ intakeSettings: { type: 'localFile', multipart: true } })).body;
  const at = `${JOBS}${id}/csvUpload/`;
  expect((await put(`${at}part/0`, '{}', 'application/json+other')).status).toBe(406);
  expect((await put(`${at}part/minus`, housingCsv(5))).status).toBe(422);
  expect((await ask('POST', `${at}finalizeMultipart`)).status).toBe(422);
  expect((await put(`${at}part/0`, housingCsv(5))).status).toBe(202);
  expect((await put(`${at}part/0`, housingCsv(5))).status).toBe(409);
  expect((await put(at, housingCsv(5))).status).toBe(409);
  expect((await ask('PATCH', `${JOBS}${id}/`, { status: 'ABORTED' })).body.status).toBe('ABORTED');
  expect((await put(`${at}part/1`, housingCsv(5))).status).toBe(422);
  expect((await ask('POST', `${at}finalizeMultipart`)).status).toBe(422);
  expect((await ask('PATCH', `${JOBS}${id}/`, { scoredRows: 7 })).status).toBe(422);
});

test('401, 404: nobody, and somebody else', async () => {
  const { id } = (await create()).body;
  for (const [method, path] of [
    ['GET', `${JOBS}${id}/`],
    ['DELETE', `${JOBS}${id}/`],
    ['GET', `${JOBS}${id}/download/`],
    ['POST', `${JOBS}${id}/csvUpload/finalizeMultipart/`],
  ] as const) {
    expect([path, (await call(method, path, { key: null })).status]).toEqual([path, 401]);
    expect([path, (await ask(method, path, undefined, other)).status]).toEqual([path, 404]);
    expect((await ask(method, path.replace(id, nothing))).status).toBe(404);
  }
  expect(
    (
      await call('PUT', `${JOBS}${nothing}/csvUpload/`, {
        key: owner.token,
        body: 'a',
        headers: { 'content-type': 'text/csv' },
      })
    ).status,
  ).toBe(404);
  expect((await ask('POST', `${JOBS}fromExisting/`, { predictionJobId: id }, other)).status).toBe(404);
  expect((await ask('POST', `${JOBS}fromJobDefinition/`, { jobDefinitionId: nothing })).status).toBe(404);
});

test('422: what cannot be is named', async () => {
  const wrong: [object, string][] = [
    [{ deploymentId: nothing }, 'deploymentId'],
    [{ unheard: true }, 'unheard'],
    [{ maxExplanations: 101 }, 'maxExplanations'],
    [{ passthroughColumns: ['THRESHOLD'] }, 'passthroughColumns'],
    [{ intakeSettings: { type: 'snowflake' } }, 'intakeSettings.type'],
    [{ outputSettings: { type: 'gcp', url: 'gs://a/b' } }, 'outputSettings.type'],
  ];
  for (const [body, field] of wrong) {
    const answer = await create(body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  }
  expect((await ask('GET', `${JOBS}?unheard=1`)).status).toBe(422);
});

test('200, 202, 204, 404, 409, 422: definitions', async () => {
  const { deploymentId } = served;
  const schedule = { minute: [0], hour: [1], dayOfMonth: ['*'], month: ['*'], dayOfWeek: ['monday'] };
  const name = `Weekly of ${owner.username}`;
  const made = await ask('POST', DEFINITIONS, { deploymentId, name, enabled: true, schedule });
  expect([made.status, made.body.schedule, made.body.nextScheduledRunTime]).toEqual([
    202,
    schedule,
    expect.stringMatching(/T01:00:00.000Z$/),
  ]);
  const one = `${DEFINITIONS}${made.body.id}`;
  expect((await ask('POST', DEFINITIONS, { deploymentId, name })).status).toBe(409);
  expect((await ask('PATCH', one, { enabled: false })).body).toMatchObject({
    enabled: false,
    schedule,
    nextScheduledRunTime: null,
  });
  expect((await ask('PATCH', one, { schedule: { ...schedule, month: ['Smarch'] } })).status).toBe(422);
  expect((await ask('GET', `${one}/portable/`)).text).toContain(deploymentId);
  expect((await ask('GET', `${DEFINITIONS}?deploymentId=${deploymentId}`)).body.data).toHaveLength(1);
  const run = await ask('POST', `${JOBS}fromJobDefinition/`, { jobDefinitionId: made.body.id });
  expect([run.status, run.body.batchPredictionJobDefinition.id]).toEqual([202, made.body.id]);
  expect((await ask('DELETE', `${one}/`, undefined, other)).status).toBe(404);
  expect((await ask('DELETE', `${one}/`)).status).toBe(204);
  expect((await ask('GET', `${one}/`)).status).toBe(404);
});

const code = ({ status, body }: Answer) => [status, body?.code];

test('400: an upload that broke off ends its job; a part of one may be sent again', async () => {
  const rows = housingCsv(20);
  const csv = { method: 'PUT', key: owner.token };
  for (const upload of [JOBS, '/api/v2/batchJobs/']) {
    const { id } = (await create()).body;
    await breakOff({ ...csv, path: `${upload}${id}/csvUpload/` }, rows, { missing: 100 });
    expect((await ended(id)).logs.at(-1)).toContain('The upload broke off after');
    expect(code(await put(`${upload}${id}/csvUpload/`, rows))).toEqual([422, 'batch.job_ended']);
  }
  const { id } = (await create({ intakeSettings: { type: 'localFile', multipart: true } })).body;
  const part = `${JOBS}${id}/csvUpload/part/0`;
  await breakOff({ ...csv, path: part }, rows, { missing: 100 });
  expect((await put(part, rows)).status).toBe(202);
  const finalize = () => ask('POST', `${JOBS}${id}/csvUpload/finalizeMultipart/`);
  // Two at once: the job has not ended when the second comes.
  const finalized = (await Promise.all([finalize(), finalize()])).map(code).sort();
  expect(finalized).toEqual([
    [202, undefined],
    [409, 'batch.already_final'],
  ]);
});

test('406, 422: what is no CSV, comes from elsewhere, or goes elsewhere', async () => {
  const { id } = (await create()).body;
  for (const upload of [JOBS, '/api/v2/batchJobs/'])
    expect(code(await put(`${upload}${id}/csvUpload/`, '{}', 'application/xml'))).toEqual([406, 'batch.not_csv']);
  const accept = { key: owner.token, headers: { accept: 'application/json' } };
  const refused = await call('GET', `${JOBS}${id}/download/`, accept);
  expect([...code(refused), refused.body.message]).toEqual([
    ...[406, 'batch.results_are_csv'],
    expect.stringContaining('Ask for text/csv'),
  ]);
  const elsewhere = await create({
    intakeSettings: { type: 'http', url: 'http://127.0.0.2:9/rows.csv' },
    outputSettings: { type: 'http', url: 'http://127.0.0.2:9/results.csv' },
  });
  expect(elsewhere.status, elsewhere.text).toBe(202);
  const at = `${elsewhere.body.id}/csvUpload/`;
  for (const path of [`${JOBS}${at}`, `/api/v2/batchJobs/${at}`, `${JOBS}${at}part/0`])
    expect([path, ...code(await put(path, 'a'))]).toEqual([path, 422, 'batch.not_local_intake']);
  expect(code(await ask('POST', `${JOBS}${at}finalizeMultipart/`))).toEqual([422, 'batch.not_local_intake']);
  const download = await ask('GET', `${JOBS}${elsewhere.body.id}/download/`);
  expect([...code(download), download.body.message]).toEqual([
    ...[422, 'batch.not_downloadable'],
    expect.stringContaining('Only those of outputSettings.type localFile'),
  ]);
});

test('422: jobs and definitions of models that cannot score', async () => {
  const { deploymentId } = served;
  const key = owner.token;
  const external = await deployedElsewhere({ key }, 'Elsewhere');
  const writer = await aChattingDeployment(key, await aBlueprint(key, (await aPlayground(key)).playgroundId));
  const off = await ask('POST', '/api/v2/deployments/fromLeaderboard/', {
    modelId: served.modelId,
    label: 'Off',
    status: 'inactive',
  });
  await follow(off, { key });
  const wrong = [
    [{ deploymentId: off.body.id }, 'batch.deployment_not_active', 'Activate it'],
    [{ deploymentId: external.id }, 'batch.external_model', 'Report its predictions instead'],
    [{ deploymentId: null, modelId: nothing }, 'batch.model_not_registered', 'POST modelPackages/fromLeaderboard/'],
    [{ deploymentId: nothing }, 'batch.no_such_deployment', 'GET deployments/ lists yours'],
    [{ deploymentId, pinnedModelId: nothing }, 'batch.pinned_model', 'Leave pinnedModelId out'],
    [{ deploymentId: writer }, 'deployments.writes_text', 'Chat with a deployment of it'],
  ] as const;
  const { id } = (await ask('POST', DEFINITIONS, { deploymentId, name: `Wrong of ${owner.username}` })).body;
  const lines = [
    ['POST', JOBS],
    ['POST', DEFINITIONS],
    ['PATCH', `${DEFINITIONS}${id}/`],
  ] as const;
  for (const [method, path] of lines)
    for (const [json, expected, sentence] of wrong) {
      const refused = await ask(method, path, path === DEFINITIONS ? { ...json, name: `${expected} ${id}` } : json);
      const told = Object.values(refused.body.errors ?? {}).join();
      expect([method, path, ...code(refused), told]).toEqual([
        method,
        path,
        422,
        expected,
        expect.stringContaining(sentence),
      ]);
    }
});

test('422: jobs and definitions are not run again once their deployment is off or gone', async () => {
  const key = owner.token;
  const begun = await ask('POST', '/api/v2/deployments/fromLeaderboard/', { modelId: served.modelId, label: 'Once' });
  await follow(begun, { key });
  const deploymentId = begun.body.id;
  const { id: predictionJobId } = (await create({ deploymentId })).body;
  const { id: jobDefinitionId } = (await ask('POST', DEFINITIONS, { deploymentId, name: `Once of ${owner.username}` }))
    .body;
  const lines = [
    [`${JOBS}fromExisting/`, { predictionJobId }],
    [`${JOBS}fromJobDefinition/`, { jobDefinitionId }],
    ['/api/v2/batchJobs/fromJobDefinition/', { jobDefinitionId }],
  ] as const;
  const refusals = () => Promise.all(lines.map(async ([path, json]) => [path, ...code(await ask('POST', path, json))]));
  const paths = lines.map(([path]) => path);
  const parts = await ask('POST', `${JOBS}fromExisting/`, { predictionJobId, partNumber: 1 });
  expect(code(parts)).toEqual([422, 'batch.job_without_parts']);
  await follow(await ask('PATCH', `/api/v2/deployments/${deploymentId}/status/`, { status: 'inactive' }), { key });
  expect(await refusals()).toEqual(paths.map((path) => [path, 422, 'batch.deployment_not_active']));
  expect((await ask('DELETE', `/api/v2/deployments/${deploymentId}/`)).status).toBe(204);
  expect(await refusals()).toEqual(paths.map((path) => [path, 422, 'batch.no_such_deployment']));
});

test('202: predictions made elsewhere are reported in a batch', async () => {
  const { id } = await deployedElsewhere({ key: owner.token }, 'Reported');
  const monitoringColumns = { predictionsColumns: 'predicted' };
  const made = await ask('POST', '/api/v2/batchMonitoring/', { deploymentId: id, monitoringColumns });
  expect([made.status, made.body.status]).toEqual([202, 'INITIALIZING']);
  expect((await put(`/api/v2/batchJobs/${made.body.id}/csvUpload/`, 'size,predicted\n1,10\n2,30\n')).status).toBe(202);
  let job = made.body;
  while (!['COMPLETED', 'FAILED', 'ABORTED'].includes(job.status)) {
    job = (await ask('GET', `/api/v2/batchJobs/${made.body.id}/`)).body;
    await pause(100);
  }
  expect(job).toMatchObject({ status: 'COMPLETED', scoredRows: 2, failedRows: 0 });
});
