import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { csvOf } from '../deployments.fixtures.ts';
import { aHousingTable } from '../model.fixtures.ts';
import { aTrainedModel, deploymentsApp } from '../served-models.fixtures.ts';
import { runStore } from './retraining.store.ts';
import { startRetrainingOnDecline } from './start-run.ts';

const app = await deploymentsApp();
const ada = await app.person({ organization: 'Learners' });
const eve = await app.person({ organization: 'Others' });
const { key } = ada;
const PATIENCE_SECONDS = 240;
let id: string;
let datasetId: string;
const one = (more = '') => `/api/v2/deployments/${id}/${more}`;
const ask = (line: string, body?: unknown) => app.ask(line, { key, ...(body === undefined ? {} : { body }) });
const policy = (body: object) => ask(`POST ${one('retrainingPolicies/')}`, body);

beforeAll(async () => {
  const { modelId } = await aTrainedModel(app, key, 'regression');
  const begun = await ask('POST /api/v2/deployments/fromLearningModel/', { modelId, label: 'Housing' });
  id = (await app.finished(begun, key)).body.id;
  const edge = 'edge';
  const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="new.csv"\r\n\r\n`;
  const headers = { 'content-type': `multipart/form-data; boundary=${edge}` };
  const file = `${head}${csvOf(aHousingTable(350))}\r\n--${edge}--\r\n`;
  const made = await app.ask('POST /api/v2/datasets/fromFile/', { key, body: file, headers });
  datasetId = made.body.catalogId;
  await app.finished(made, key);
}, 300_000);

describe('settings', () => {
  test('begin empty, name what was chosen, and take it back with null', async () => {
    const path = one('retrainingSettings/');
    const empty = { dataset: null, predictionEnvironment: null, retrainingUser: null };
    expect((await ask(`GET ${path}`)).body).toEqual(empty);
    expect((await ask(`PATCH ${path}`, { datasetId: 'nothing' })).status).toBe(404);
    expect((await ask(`PATCH ${path}`, { retrainingUserId: eve.id })).status).toBe(422);
    const { status } = await ask(`PATCH ${path}`, { datasetId, retrainingUserId: ada.id });
    expect(status).toBe(204);
    expect((await ask(`GET ${path}`)).body).toMatchObject({
      dataset: { id: datasetId },
      retrainingUser: { username: ada.username },
    });
    await ask(`PATCH ${path}`, { retrainingUserId: null });
    expect((await ask(`GET ${path}`)).body.retrainingUser).toBeNull();
  });
});

describe('policies', () => {
  test('are made, changed, listed, deleted; at most so many', async () => {
    const schedule = { minute: [0], hour: [4], dayOfMonth: ['*'], month: ['*'], dayOfWeek: [1] };
    const made = await policy({ name: 'Mondays', trigger: { type: 'schedule', schedule } });
    expect([made.status, made.body.trigger.schedule, made.body.latestRun]).toEqual([201, schedule, null]);
    const path = one(`retrainingPolicies/${made.body.id}/`);
    const changed = await ask(`PATCH ${path}`, { action: 'create_model_package', trigger: { type: null } });
    expect(changed.body).toMatchObject({
      name: 'Mondays',
      action: 'create_model_package',
      trigger: { type: null },
    });
    expect((await policy({ name: 'x', trigger: { type: 'schedule' } })).body.errors).toHaveProperty([
      'trigger.schedule',
    ]);
    expect((await app.ask(`GET ${path}`, eve)).status).toBe(404);
    for (const name of ['2', '3', '4', '5']) expect((await policy({ name })).status).toBe(201);
    expect((await policy({ name: '6' })).body.message).toMatch(/at most 5/);
    const { body } = await ask(`GET ${one('retrainingPolicies/')}`);
    for (const { id: each } of body.data) {
      expect((await ask(`DELETE ${one(`retrainingPolicies/${each}/`)}`)).status).toBe(204);
    }
    expect((await ask(`GET ${path}`)).status).toBe(404);
  });
});

test('a run trains the same blueprint on new data, registers it and lets it answer', async () => {
  const strategy = { modelSelectionStrategy: 'same_blueprint', action: 'model_replacement' };
  const trigger = { type: 'accuracy_decline', minIntervalBetweenRuns: 'P1D' };
  const { body: made } = await policy({ name: 'Again', ...strategy, trigger });
  const before = (await ask(`GET ${one()}`)).body;

  const [runId] = await startRetrainingOnDecline(app.platform, id, {
    what: 'accuracy',
    from: 'passing',
    to: 'failing',
  });
  const path = one(`retrainingPolicies/${made.id}/runs/${runId}/`);
  expect((await ask(`POST ${one(`retrainingPolicies/${made.id}/runs/`)}`)).status).toBe(409);
  await eventually(async () => (await ask(`GET ${path}`)).body.projectId !== null, PATIENCE_SECONDS);
  // Another worker takes the run up where the first left it.
  await app.stopWorker();
  const second = await startWorker(app.platform, { concurrency: 2 });
  afterAll(() => second.stop());
  const run = await eventually(async () => {
    const { body } = await ask(`GET ${path}`);
    return body.finishTime === null ? null : body;
  }, PATIENCE_SECONDS);
  expect(run).toMatchObject({ status: 'complete', errorMessage: null });

  const after = (await ask(`GET ${one()}`)).body;
  expect(after.modelPackage).toMatchObject({
    id: run.modelPackageId,
    registeredModelId: before.modelPackage.registeredModelId,
  });
  expect(after.model).toMatchObject({ type: before.model.type, targetName: 'price', projectId: run.projectId });
  const { body: history } = await ask(`GET ${one('modelHistory/')}`);
  expect(history.data[0]).toMatchObject({ isCurrent: true, reason: 'ACCURACY' });
  expect((await ask(`GET ${one(`retrainingPolicies/${made.id}/`)}`)).body.latestRun.id).toBe(runId);

  // Too soon after the last one.
  expect(
    await startRetrainingOnDecline(app.platform, id, { what: 'accuracy', from: 'passing', to: 'failing' }),
  ).toEqual([]);
  expect((await ask(`PATCH ${path}`, { status: 'cancelled' })).status).toBe(409);
}, 300_000);

test('a run is cancelled, and one without data is not begun', async () => {
  const { body: made } = await policy({ name: 'Stopped' });
  const runs = one(`retrainingPolicies/${made.id}/runs/`);
  const begun = await ask(`POST ${runs}`);
  expect(begun.status).toBe(202);
  const stopped = await ask(`PATCH ${runs}${begun.body.id}/`, { status: 'cancelled' });
  expect(stopped.body).toMatchObject({ status: 'cancelled', finishTime: expect.any(String) });
  // A worker that was about to go on with it does not bring it back.
  const store = runStore(app.platform.db.queries);
  expect(await store.change(ada.organizationId, begun.body.id, { status: 'running' as never })).toBe(false);
  expect((await ask(`GET ${runs}${begun.body.id}/`)).body.status).toBe('cancelled');
  await ask(`PATCH ${one('retrainingSettings/')}`, { datasetId: null });
  expect((await ask(`POST ${runs}`)).body.message).toMatch(/datasetId/);
  expect((await ask(`GET ${runs}`)).body.totalCount).toBe(1);
});
