import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { markEnded } from '#platform/jobs/job.store.ts';
import { anActor, eventually } from '#platform/jobs/jobs.fixtures.ts';
import { aPackage } from '../deployments.fixtures.ts';
import { deploymentsApp } from '../served-models.fixtures.ts';

const app = await deploymentsApp();
const { platform } = app;
const ada = await app.person();
const { key } = ada;
afterAll(() => app.stopWorker());

/** A version whose job no worker here can do. */
async function unbuilt() {
  const { row } = await aPackage(platform, ada, 'regression');
  const actor = anActor({ userId: ada.id, organizationId: ada.organizationId });
  const kind = {
    name: 'test.never',
    input: z.unknown(),
    limits: 'heavy' as const,
    retries: 0,
    run: async () => undefined,
  };
  const job = await platform.db.transaction((tx) => platform.jobs.enqueue(tx, kind, {}, { actor }));
  const inProgress = "UPDATE model_packages SET build_status = 'inProgress', build_job_id = $2 WHERE id = $1";
  await platform.db.pool.query(inProgress, [row.id, job]);
  return { id: row.id, job };
}
const built = (id: string) =>
  platform.db.pool.query("UPDATE model_packages SET build_status = 'complete' WHERE id = $1", [id]);

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

test('a launch that is cancelled is errored, and activated once its version is there', async () => {
  const version = await unbuilt();
  const { begun, id } = await deploy(version.id);
  await cancel(begun);
  await eventually(async () => (await statusOf(id)) === 'errored');
  await built(version.id);
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
