import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { markEnded } from '#platform/jobs/job.store.ts';
import { anActor, eventually } from '#platform/jobs/jobs.fixtures.ts';
import { aPackage } from '../deployments.fixtures.ts';
import { packageStore } from '../registry/package.store.ts';
import { deploymentsApp } from '../served-models.fixtures.ts';

const app = await deploymentsApp({ ALMANAC_LAUNCH_WAIT_SECONDS: '0' });
const { platform } = app;
const ada = await app.person();
const { key } = ada;
afterAll(() => app.stopWorker());

/** A version whose job no worker here can do. */
async function unbuilt(on = platform, owner: Omit<typeof ada, 'key'> = ada) {
  const { row, bundle } = await aPackage(on, owner, 'regression');
  const actor = anActor({ userId: owner.id, organizationId: owner.organizationId });
  const kind = {
    name: 'test.never',
    input: z.unknown(),
    limits: 'heavy' as const,
    retries: 0,
    run: async () => undefined,
  };
  const job = await on.db.transaction((tx) => on.jobs.enqueue(tx, kind, {}, { actor }));
  const inProgress =
    "UPDATE model_packages SET build_status = 'inProgress', build_job_id = $2, bundle = NULL WHERE id = $1";
  await on.db.pool.query(inProgress, [row.id, job]);
  return { id: row.id, job, bundle };
}
const built = ({ id, bundle }: Awaited<ReturnType<typeof unbuilt>>, on = platform) =>
  packageStore(on.db.queries).built(id, bundle, on.now());

async function deploy(modelPackageId: string) {
  const body = { modelPackageId, label: 'Waiting' };
  const begun = await app.ask('POST /api/v2/deployments/fromModelPackage/', { key, body });
  expect(begun.status, begun.text).toBe(202);
  return { begun, id: begun.body.id as string };
}
const statusOf = async (id: string) => (await app.ask(`GET /api/v2/deployments/${id}/`, { key })).body.status;
const cancel = async (begun: { headers: Record<string, unknown> }) => {
  const { pathname } = new URL(String(begun.headers.location));
  await eventually(async () => (await app.ask(`GET ${pathname}`, { key })).body.status === 'RUNNING');
  expect((await app.ask(`DELETE ${pathname}`, { key })).status).toBe(204);
};
const predict = (id: string) =>
  app.ask(`POST /predApi/v1.0/deployments/${id}/predictions`, { key, body: [{ size: 100, colour: 'red', rooms: 3 }] });

test('a deployment whose version lost its worker for good is errored, and says why', async () => {
  const version = await unbuilt();
  const { begun, id } = await deploy(version.id);
  expect(await statusOf(id)).toBe('launching');
  const waiting = await predict(id);
  expect([waiting.status, waiting.headers['retry-after']]).toEqual([503, '5']);
  // What the sweep notes once a job has lost its last worker.
  await platform.db.transaction((tx) =>
    markEnded(tx, version.job, { status: 'ERROR', code: 500, message: 'Its worker died.' }),
  );
  const told = await app.finished(begun, key);
  expect(told.body).toMatchObject({ status: 'ERROR', message: expect.stringContaining('cancelled or lost') });
  expect(await statusOf(id)).toBe('errored');
  const refused = await predict(id);
  expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('errored')]);
  expect((await app.ask(`DELETE /api/v2/deployments/${id}/`, { key })).status).toBe(204);
});

const BATCH = '/api/v2/batchPredictions/';
const scored = async (deploymentId: string, options: object, whenUploaded: () => Promise<unknown>) => {
  const made = await app.ask(`POST ${BATCH}`, { key, body: { deploymentId, ...options } });
  expect([made.status, made.body.status], made.text).toEqual([202, 'INITIALIZING']);
  const headers = { 'content-type': 'text/csv' };
  const body = 'size,colour,rooms\n100,red,3\n';
  expect((await app.ask(`PUT ${BATCH}${made.body.id}/csvUpload/`, { key, body, headers })).status).toBe(202);
  await whenUploaded();
  return eventually(async () => {
    const { body: job } = await app.ask(`GET ${BATCH}${made.body.id}/`, { key });
    return ['INITIALIZING', 'RUNNING'].includes(job.status) ? null : job;
  }, 60);
};

test('a batch job on a deployment that is launching waits for its model', async () => {
  const version = await unbuilt();
  const { id } = await deploy(version.id);
  expect(await statusOf(id)).toBe('launching');
  const job = await scored(id, {}, () => built(version));
  expect(job).toMatchObject({ status: 'COMPLETED', scoredRows: 1 });
}, 90_000);

test('what the model cannot do ends such a job with its reason, as does a model that never comes', async () => {
  const version = await unbuilt();
  const { id } = await deploy(version.id);
  const job = await scored(id, { timeseriesSettings: { type: 'forecast' } }, () => built(version));
  expect(job).toMatchObject({ status: 'FAILED', statusDetails: expect.stringContaining('none of time series') });
  const lost = await unbuilt();
  const other = await deploy(lost.id);
  const end = { status: 'ERROR', code: 500, message: 'Its worker died.' } as const;
  const failed = await scored(other.id, {}, () => platform.db.transaction((tx) => markEnded(tx, lost.job, end)));
  expect(failed).toMatchObject({ status: 'FAILED', statusDetails: expect.stringContaining('could not be built') });
}, 90_000);

test('creating a deployment waits until it can be used', async () => {
  const patient = await deploymentsApp({ ALMANAC_LAUNCH_WAIT_SECONDS: '120' });
  const bob = await patient.person();
  const version = await unbuilt(patient.platform, bob);
  const body = { modelPackageId: version.id, label: 'At once' };
  const created = patient.ask('POST /api/v2/deployments/fromModelPackage/', { key: bob.key, body });
  await eventually(async () => (await patient.ask('GET /api/v2/deployments/', { key: bob.key })).body.count === 1);
  await built(version, patient.platform);
  const { id } = (await created).body;
  const rows = [{ size: 100, colour: 'red', rooms: 3 }];
  const line = `POST /predApi/v1.0/deployments/${id}/predictions`;
  expect((await patient.ask(line, { key: bob.key, body: rows })).status).toBe(200);
  await patient.stopWorker();
}, 90_000);

test('a launch that is cancelled is errored, and activated once its version is there', async () => {
  const version = await unbuilt();
  const { begun, id } = await deploy(version.id);
  await cancel(begun);
  await eventually(async () => (await statusOf(id)) === 'errored');
  await built(version);
  const body = { status: 'active' };
  await app.finished(await app.ask(`PATCH /api/v2/deployments/${id}/status/`, { key, body }), key);
  expect((await predict(id)).status).toBe(200);
});

test('a replacement that is cancelled leaves the deployment as it was', async () => {
  const first = await aPackage(platform, ada, 'regression');
  const { id } = await deploy(first.row.id);
  const version = await unbuilt();
  const body = { modelPackageId: version.id, reason: 'OTHER' };
  const begun = await app.ask(`PATCH /api/v2/deployments/${id}/model/`, { key, body });
  expect([begun.status, await statusOf(id)]).toEqual([202, 'replacingModel']);
  await cancel(begun);
  await eventually(async () => (await statusOf(id)) === 'active');
  expect((await predict(id)).status).toBe(200);
});
