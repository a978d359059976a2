import { describe, expect, test } from 'vitest';
import { aPackage, csvOf } from '../deployments.fixtures.ts';
import type { PredictionRecord } from '../recording/prediction-record.ts';
import { getRecorder } from '../recording/recorder.ts';
import { readSegment } from '../recording/segments.ts';
import { deploymentStore } from '../records/deployment.store.ts';
import { deploymentsApp } from '../served-models.fixtures.ts';
import { RequestsToStore } from './stored-requests.ts';

const app = await deploymentsApp();
const { platform } = app;
const ada = await app.person();
const { key } = ada;
const champion = await aPackage(platform, ada, 'regression');
const rival = await aPackage(platform, ada, 'regression');
const outsider = await aPackage(platform, ada, 'binary');
const made = await app.ask('POST /api/v2/deployments/fromModelPackage/', {
  key,
  body: { modelPackageId: champion.row.id, label: 'Housing' },
});
const id: string = made.body.id;
const one = (more: string) => `/api/v2/deployments/${id}/${more}`;
const environmentId: string = (await app.ask(`GET ${one('')}`, { key })).body.predictionEnvironment.id;
const add = (modelPackageId: string, name = 'Rival') =>
  app.ask(`POST ${one('challengers/')}`, {
    key,
    body: { modelPackageId, name, predictionEnvironmentId: environmentId },
  });
const replayNow = (body: object = {}) => app.ask(`POST ${one('challengerPredictions/')}`, { key, body });

describe('a challenger', () => {
  test('is refused while challengers are switched off', async () => {
    expect((await add(rival.row.id)).body.message).toMatch(/challengerModels/);
    expect((await replayNow()).status).toBe(422);
    await app.ask(`PATCH ${one('settings/')}`, { key, body: { challengerModels: { enabled: true } } });
    expect((await replayNow()).body.message).toMatch(/no challengers/);
  });

  test('is added with exactly five keys, renamed, and there once', async () => {
    const { body } = await app.finished(await add(rival.row.id), key);
    expect(Object.keys(body).sort()).toEqual(['id', 'model', 'modelPackage', 'name', 'predictionEnvironment']);
    expect(body).toMatchObject({ name: 'Rival', modelPackage: { id: rival.row.id } });
    const path = one(`challengers/${body.id}/`);
    expect((await app.ask(`PATCH ${path}`, { key, body: { name: 'Better' } })).body.name).toBe('Better');
    expect((await app.ask(`GET ${one('challengers/')}`, { key })).body.data).toHaveLength(1);
    expect((await add(rival.row.id)).status).toBe(422);
  });

  test.each([
    ['the champion', () => champion.row.id, 422],
    ['a model of something else', () => outsider.row.id, 422],
    ['nothing', () => '0123456789abcdef01234567', 404],
  ])('%s is none', async (_, packageId, status) => {
    expect((await add(packageId())).status).toBe(status);
  });
});

const request = (at: number): PredictionRecord => ({
  organizationId: ada.organizationId,
  deploymentId: id,
  packageId: champion.row.id,
  modelId: champion.row.model_id,
  at,
  source: 'realtime',
  status: 200,
  rows: 3,
  executionMs: 1,
  responseMs: 2,
  cacheHit: true,
  consumer: { userId: ada.id, name: 'ada', address: '127.0.0.1', host: 'here' },
  input: { format: 'csv', bytes: Buffer.from(csvOf(champion.table, [0, 1, 2])) },
  answer: { width: 1, values: new Float64Array([1, 2, 3]) },
});

/** What the challengers said, out of the records they left behind. */
async function answers(): Promise<PredictionRecord[]> {
  await getRecorder(platform).settle();
  const { rows } = await platform.db.pool.query(
    'SELECT id, organization_id AS "organizationId", key FROM prediction_segments ORDER BY written_at',
  );
  const found: PredictionRecord[] = [];
  for (const segment of rows) {
    const records = await readSegment(platform, segment).catch(() => []);
    for (const record of records) if (record.source === 'challenger') found.push(record);
  }
  return found;
}

test('replay: the challenger answers kept requests as the champion was asked, each once', async () => {
  await app.stopWorker();
  const [deployment] = await deploymentStore(platform.db.queries).byIds(ada.organizationId, [id]);
  if (deployment === undefined) throw new Error('There is a deployment.');
  const now = Date.now();
  const kept = new RequestsToStore();
  for (const at of [now + 1, now + 2]) kept.take(request(at), deployment);
  kept.take({ ...request(now + 3), status: 422 }, deployment);
  kept.take({ ...request(now + 4), source: 'challenger' }, deployment);
  await kept.write(platform, { id: 'segment', organizationId: ada.organizationId });
  await platform.db.transaction((tx) => kept.save(tx));

  const { replay } = await import('./replay.job.ts');
  const run = {
    jobId: 'job',
    attempt: 1,
    signal: new AbortController().signal,
    actor: { organizationId: ada.organizationId } as never,
    progress: async () => undefined,
  };
  await replay(platform, id, new Date(now + 1000), run);
  const said = await answers();
  expect(said.map(({ at }) => at - now)).toEqual([1, 2]);
  expect(said[0]).toMatchObject({ packageId: rival.row.id, modelId: rival.row.model_id, rows: 3, status: 200 });
  const prices = champion.table.columns.find(({ name }) => name === 'price');
  const truth = prices?.kind === 'numeric' ? prices.values : new Float64Array();
  for (const row of [0, 1, 2]) {
    const guess = said[0]?.answer?.values[row] ?? Number.NaN;
    expect(Math.abs(guess - (truth[row] ?? 0)) / (truth[row] ?? 1)).toBeLessThan(0.5);
  }
  await replay(platform, id, new Date(now + 2000), run);
  expect(await answers()).toHaveLength(said.length);

  // Records come late: older requests in a newer file are answered all the same.
  const late = new RequestsToStore();
  late.take(request(now + 3), deployment);
  await late.write(platform, { id: 'late', organizationId: ada.organizationId });
  await platform.db.transaction((tx) => late.save(tx));
  await replay(platform, id, new Date(now + 3000), run);
  expect((await answers()).map(({ at }) => at - now)).toEqual([1, 2, 3]);
});

test('one replay at a time: the second is sent to the first', async () => {
  const begun = await replayNow({ timestamp: new Date().toISOString() });
  expect(begun.status).toBe(202);
  const again = await replayNow();
  expect([again.status, again.headers.location, again.headers['retry-after']]).toEqual([
    429,
    begun.headers.location,
    expect.any(String),
  ]);
  expect((await replayNow({ timestamp: '2999-01-01' })).body.errors).toHaveProperty('timestamp');
  const { body } = await app.ask(`GET ${one('challengers/')}`, { key });
  expect((await app.ask(`DELETE ${one(`challengers/${body.data[0].id}/`)}`, { key })).status).toBe(204);
  expect((await app.ask(`GET ${one(`challengers/${body.data[0].id}/`)}`, { key })).status).toBe(404);
});
