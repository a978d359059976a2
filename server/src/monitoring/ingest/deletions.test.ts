import { afterAll, expect, test } from 'vitest';
import { startWorker } from '#platform/jobs/worker.ts';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { following } from '../../data/recipes/recipes.fixtures.ts';
import { aPackage } from '../../deployments/deployments.fixtures.ts';
import { aDeployment, aRequest, ingestRecords, rowsOf, upTo } from '../monitoring.fixtures.ts';
import { compactRows } from '../predictions/compact.ts';
import { storedRowStore } from '../predictions/stored-rows.store.ts';

const app = await servedApp({ now: movableClock('2026-01-02T12:00:00.000Z') });
const { platform, ask, person } = app;
const ada = await person({ username: 'ada', organization: 'one' });
const bob = await person({ username: 'bob', organization: 'one' });
const worker = await startWorker(platform, { concurrency: 1 });
afterAll(() => worker.stop());
const { key } = ada;
const { finished } = following(app, key);
const { signal } = new AbortController();
const settings = { predictionsDataCollection: { enabled: true }, batchMonitoring: { enabled: true } };
const other = (await aPackage(platform, ada, 'regression')).row;

async function createDeployment() {
  const deployment = await aDeployment(platform, ada, 'regression', { settings });
  const base = `/api/v2/deployments/${deployment.id}/`;
  const batchId = (await ask(`POST ${base}monitoringBatches/`, { key, body: { batchName: 'January' } })).body.id;
  const rows = rowsOf(deployment.table, upTo(10), () => 1);
  await ingestRecords(platform, [
    aRequest(ada, deployment, { ...rows, at: Date.UTC(2026, 0, 1, 10, 59) }),
    aRequest(ada, deployment, { ...rows, at: Date.UTC(2026, 0, 1, 11), batchId }),
    aRequest(ada, deployment, {
      ...rows,
      at: Date.UTC(2026, 0, 1, 11, 30),
      packageId: other.id,
      modelId: other.model_id,
    }),
  ]);
  const { organizationId } = ada;
  const kept = async () => {
    const store = storedRowStore(platform.db.queries, organizationId);
    const files = await store.within(deployment.id, { start: new Date(0), end: new Date('2100-01-01') });
    return files.reduce((sum, file) => sum + file.rows, 0);
  };
  const total = async (query = '') =>
    (await ask(`GET ${base}serviceStats/?start=2026-01-01&end=2026-01-02${query}`, { key })).body.metrics
      .totalPredictions;
  const sampled = async () =>
    (await ask(`GET ${base}targetDrift/?start=2026-01-01&end=2026-01-02`, { key })).body.sampleSize;
  const inBatch = async () => (await ask(`GET ${base}batchServiceStats/`, { key })).body.metrics.totalPredictions;
  const remove = (body: object, who = key) => ask(`POST ${base}monitoringDataDeletions/`, { key: who, body });
  await compactRows(platform, { organizationId, deploymentId: deployment.id }, signal);
  return { deployment, rows, modelId: deployment.row.model_id, kept, total, sampled, inBatch, remove };
}

test('202: what is known of a period goes, hour by hour, and its rows with it; batches keep their sums', async () => {
  const { modelId, kept, total, sampled, inBatch, remove } = await createDeployment();
  expect([await total(), await inBatch(), await kept()]).toEqual([20, 10, 30]);
  const asked = await remove({ modelId, start: '2026-01-01T11:00:00+00:00', end: '2026-01-01T12:00:00+00:00' });
  const { location } = await finished(asked);
  expect(location).toMatch(/\/api\/v2\/deployments\/[0-9a-f]{24}\/$/);
  expect([await total(), await inBatch(), await kept()]).toEqual([10, 10, 20]);
  expect(await sampled()).toBe(10);
});

test('202: without a period all of the model goes, of batches too; other models keep theirs', async () => {
  const { modelId, kept, total, sampled, inBatch, remove } = await createDeployment();
  await finished(await remove({ modelId }));
  expect([await total(), await inBatch(), await kept(), await total(`&modelId=${other.model_id}`)]).toEqual([
    0, 0, 10, 10,
  ]);
  expect(await sampled()).toBe(0);
});

test('202: what was on its way to be learned from is deleted too, and nothing that comes later', async () => {
  const { deployment, rows, modelId, kept, total, sampled, inBatch, remove } = await createDeployment();
  const batchId = (await ask(`GET /api/v2/deployments/${deployment.id}/monitoringBatches/`, { key })).body.data[0].id;
  const late = (at: number, more: object = {}) => aRequest(ada, deployment, { ...rows, at, ...more });
  const period = { start: '2026-01-01T10:00:00Z', end: '2026-01-01T11:00:00Z' };
  await finished(await remove({ modelId, ...period }));
  expect([await total(), await inBatch(), await kept()]).toEqual([10, 10, 20]);
  // Recorded by another process before, and handed over after.
  await ingestRecords(platform, [late(Date.UTC(2026, 0, 1, 10, 5), { batchId }), late(Date.UTC(2026, 0, 1, 11, 5))]);
  expect([await total(), await inBatch(), await sampled()]).toEqual([20, 20, 20]);
  await finished(await remove({ modelId }));
  await ingestRecords(platform, [late(Date.UTC(2026, 0, 1, 10, 5), { batchId }), late(Date.UTC(2026, 0, 1, 11, 5))]);
  expect([await total(), await inBatch(), await sampled()]).toEqual([0, 0, 0]);
  await ingestRecords(platform, [late(Date.UTC(2026, 0, 2, 12, 1))]);
  const now = await ask(`GET /api/v2/deployments/${deployment.id}/targetDrift/?start=2026-01-02&end=2026-01-03`, {
    key,
  });
  expect(now.body.sampleSize).toBe(10);
});

test('401, 404, 422: who may not, and what makes no sense', async () => {
  const { modelId, kept, remove } = await createDeployment();
  expect((await remove({ modelId }, '')).status).toBe(401);
  expect((await remove({ modelId }, bob.key)).status).toBe(404);
  for (const [body, field] of [
    [{}, 'modelId'],
    [{ modelId, start: '2026-01-01T10:30:00Z' }, 'start'],
    [{ modelId, end: 'soon' }, 'end'],
    [{ modelId, start: '2026-01-02', end: '2026-01-01' }, 'end'],
    [{ modelId, colour: 'red' }, 'colour'],
  ] as const) {
    const answer = await remove(body);
    expect([body, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([body, 422, [field]]);
  }
  const unknown = await remove({ modelId: 'nowhere' });
  expect([unknown.status, unknown.body.message]).toEqual([422, expect.stringContaining('nowhere')]);
  expect(await kept()).toBe(30);
});
