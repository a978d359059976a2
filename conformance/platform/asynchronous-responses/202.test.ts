import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { type Served, servedHousing } from '../../deployments/served.ts';
import { housingCsv } from '../../projects/housing.ts';
import { type Answer, type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';

let options: CallOptions;
let outsider: CallOptions;
let served: Served;

beforeAll(async () => {
  options = { key: (await aPerson()).token };
  outsider = { key: (await aPerson()).token };
  served = await servedHousing(options);
}, 180_000);

/** All that a client knows who has read nothing but the specification. It follows redirects, as HTTP clients do. */
async function result(started: Answer): Promise<Answer> {
  expect(started.status, started.text).toBe(202);
  let address = started.headers.get('location') ?? '';
  for (;;) {
    const { pathname, search } = new URL(address);
    const seen = await call('GET', pathname + search, options);
    if (seen.status === 303) address = seen.headers.get('location') ?? '';
    else if (!/^(running|initialized)$/i.test(String(seen.body.status))) return seen;
    await pause(50);
  }
}

const post = (path: string, json: object = {}) => call('POST', path, { ...options, json });
const project = () => `/api/v2/projects/${served.projectId}/`;

test('a model: the result is the model', async () => {
  const blueprints = (await call('GET', `${project()}blueprints/`, options)).body as { id: string }[];
  const { body } = await result(await post(`${project()}models/`, { blueprintId: blueprints.at(-1)?.id }));
  expect(body).toMatchObject({ projectId: served.projectId, modelType: expect.any(String) });
});

test('predictions: the result is the predictions', async () => {
  const form = new FormData();
  form.append('file', new Blob([housingCsv(5)]), 'ahead.csv');
  const uploaded = await call('POST', `${project()}predictionDatasets/fileUploads/`, { ...options, body: form });
  const datasetId = (await result(uploaded)).body.id;
  const { body } = await result(await post(`${project()}predictions/`, { modelId: served.modelId, datasetId }));
  expect(body.predictions).toHaveLength(5);
});

test('other jobs of a project: the result is what they computed', async () => {
  const { body } = await result(await post(`${project()}models/${served.modelId}/featureEffects/`));
  expect(body.featureEffects).not.toHaveLength(0);
});

test('batch predictions: unfinished while they wait for the upload, then the job with its download', async () => {
  const made = await post('/api/v2/batchPredictions/', { deploymentId: served.deploymentId });
  const status = new URL(made.headers.get('location') ?? '').pathname;
  const record = `/api/v2/batchPredictions/${made.body.id}/`;
  expect((await call('GET', status, options)).body.status).toBe('INITIALIZED');
  expect((await call('GET', record, options)).body.status).toBe('INITIALIZING');
  const headers = { 'content-type': 'text/csv' };
  await call('PUT', `${record}csvUpload/`, { ...options, body: housingCsv(5), headers });
  const { body } = await result(made);
  expect(body).toMatchObject({
    id: made.body.id,
    status: 'COMPLETED',
    scoredRows: 5,
    links: { download: `${made.body.links.self}download/` },
  });
});

test('a status is cancelled by DELETE, and seen by nobody else', async () => {
  const made = await post('/api/v2/batchPredictions/', { deploymentId: served.deploymentId });
  const status = new URL(made.headers.get('location') ?? '').pathname;
  expect((await call('GET', status, outsider)).status).toBe(404);
  expect((await call('DELETE', status, outsider)).status).toBe(404);
  expect((await call('DELETE', status, options)).status).toBe(204);
  expect((await follow(made, options)).failure).toContain('Aborted by');
  for (const unknown of ['status/batchPredictions/65f000000000000000000001/', 'status/modelJobs/x/', 'status/pets/1/'])
    expect((await call('GET', `/api/v2/${unknown}`, options)).status).toBe(404);
});
