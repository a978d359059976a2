import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp } from '../../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let path: string;
let first: string;
let second: string;

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
  path = `/api/v2/projects/${await app.shops(key)}/`;
  const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
  await app.finished(await app.ask(`POST ${path}multiseriesProperties/`, { key, body: columns }), key);
  const aim = {
    target: 'sales',
    mode: 'manual',
    useTimeSeries: true,
    cvMethod: 'datetime',
    numberOfBacktests: 2,
    ...columns,
  };
  const aimed = await app.finished(await app.ask(`PATCH ${path}aim/`, { key, body: aim }), key);
  expect(aimed.body).toMatchObject({ stage: 'modeling', autopilotMode: 2 });
}, 120_000);
afterAll(() => app.stopWorker());

const get = async (what: string) => (await app.ask(`GET ${path}${what}`, { key })).body;
const post = (what: string, body?: object) => app.ask(`POST ${path}${what}/`, { key, ...(body ? { body } : {}) });
const blueprint = async (title: string) =>
  (await get('blueprints/')).find((one: { modelType: string }) => one.modelType === title).id;

test('manual: nothing is trained until somebody asks', async () => {
  expect(await get('status/')).toMatchObject({ autopilotDone: true });
  expect((await get('modelRecords/')).totalCount).toBe(0);
  expect((await post('autopilot', { command: 'stop' })).status).toBe(422);
  expect((await app.ask(`GET ${path}recommendedModels/recommendedModel/`, { key })).status).toBe(404);
});

test('a blueprint becomes a model, evaluated on the newest backtest and the holdout', async () => {
  const made = await app.finished(
    await post('datetimeModels', {
      blueprintId: await blueprint('Baseline Predictions Using Most Recent Value (seasonal naive)'),
    }),
    key,
  );
  first = made.body.id;
  expect(made.body).toMatchObject({
    modelType: 'Baseline Predictions Using Most Recent Value (seasonal naive)',
    modelNumber: 1,
    holdoutStatus: 'COMPLETED',
  });
  expect(made.body.backtests.map(({ status }: { status: string }) => status)).toEqual(['COMPLETED', 'NOT_COMPLETED']);
  const again = await app.finished(
    await post('datetimeModels', { blueprintId: await blueprint('Autoregression on selected lags') }),
    key,
  );
  second = again.body.id;
}, 60_000);

test('models are blended once they were evaluated on every backtest', async () => {
  const request = { modelIds: [first, second], blenderMethod: 'AVG' };
  expect((await post('blenderModels/blendCheck', request)).body).toMatchObject({ blendable: false });
  expect((await post('blenderModels', request)).body.errors.modelIds).toContain('not been evaluated');
  for (const id of [first, second]) {
    const evaluated = await app.finished(await post(`datetimeModels/${id}/backtests`), key);
    expect(evaluated.body.metrics.MASE.backtestingScores).not.toContain(null);
  }
  const again = await app.finished(await post(`datetimeModels/${first}/backtests`), key);
  expect(again.body).toMatchObject({ id: first });
  expect((await post('blenderModels/blendCheck', request)).body).toEqual({ blendable: true, reason: '' });
  const blend = await app.finished(await post('blenderModels', request), key);
  expect(blend.body).toMatchObject({ modelCategory: 'blend' });
  expect((await get(`blenderModels/${blend.body.id}/`)).modelIds.sort()).toEqual([first, second].sort());
  expect((await app.ask(`DELETE ${path}models/${first}/`, { key })).status).toBe(422);
}, 60_000);

test('a model is prepared for deployment, starred, and deleted', async () => {
  const started = await post('deploymentReadyModels', { modelId: second });
  expect(started.status).toBe(201);
  const prepared = await app.finished({ ...started, status: 202 }, key);
  expect(prepared.body).toMatchObject({ isFrozen: true, parentModelId: second, isTrainedIntoHoldout: true });
  expect(await get('recommendedModels/')).toMatchObject([{ recommendationType: 'Prepared for Deployment' }]);
  expect((await app.ask(`PATCH ${path}models/${second}/`, { key, body: { isStarred: true } })).status).toBe(204);
  expect((await get('modelRecords/?labels=starred')).data.map(({ id }: { id: string }) => id)).toEqual([second]);
  expect((await get('modelRecords/?characteristics=frozen')).totalCount).toBe(1);
  expect((await app.ask(`DELETE ${path}models/${prepared.body.id}/`, { key })).status).toBe(204);
  expect((await app.ask(`GET ${path}models/${prepared.body.id}/`, { key })).status).toBe(404);
}, 60_000);

test('what is not offered, and what is not there, is refused', async () => {
  const id = await blueprint('Baseline Predictions Using Most Recent Value (seasonal naive)');
  expect((await post('datetimeModels', { blueprintId: id, nClusters: 3 })).body.errors.nClusters).toContain(
    'not offered',
  );
  expect((await post('datetimeModels', { blueprintId: 'nope' })).status).toBe(404);
  expect((await post('datetimeModels', { blueprintId: id, featurelistId: 'nope' })).status).toBe(404);
  expect(
    (await post('blenderModels', { modelIds: [first, second], blenderMethod: 'RF' })).body.errors.blenderMethod,
  ).toContain('AVG');
});

test('the autopilot can be started on a list, once, and paused', async () => {
  const [list] = (await get('modelingFeaturelists/')).data;
  await app.ask(`PATCH ${path}`, { key, body: { workerCount: 0 } });
  expect((await post('autopilots', { featurelistId: list.id, mode: 'quick' })).status).toBe(201);
  expect((await post('autopilots', { featurelistId: list.id, mode: 'quick' })).status).toBe(422);
  expect(await get('status/')).toMatchObject({ autopilotDone: false });
  expect((await post('autopilot', { command: 'stop' })).status).toBe(202);
  await app.ask(`PATCH ${path}`, { key, body: { workerCount: 2 } });
  const waiting = await get('modelJobs/?status=queue');
  expect(waiting.length).toBeGreaterThan(5);
  expect(await get('modelJobs/?status=inprogress')).toEqual([]);
  expect((await post('autopilot', { command: 'start' })).status).toBe(202);
  await app.autopilotDone(list.projectId, key);
  expect(await get('modelJobs/')).toEqual([]);
}, 240_000);
