import { buffer } from 'node:stream/consumers';
import { type ColumnProfile, readProfiles } from '@almanac/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { PREDICTION } from '#projects';
import { packageBlobs } from '../model-manifest.ts';
import { aTrainedModel, type DeploymentsApp, deploymentsApp, type TrainedModel } from '../served-models.fixtures.ts';
import { packageStore } from './package.store.ts';
import { getManifestOrThrow } from './registry.kind.ts';

let app: DeploymentsApp;
let key: string;
let trained: TrainedModel;

beforeAll(async () => {
  app = await deploymentsApp();
  key = (await app.person()).key;
  trained = await aTrainedModel(app, key, 'binary');
}, 300_000);
afterAll(() => app.stopWorker());

const register = (body: object) => app.ask('POST /api/v2/modelPackages/fromLeaderboard/', { key, body });
const built = (id: string) =>
  eventually(async () => {
    const { body } = await app.ask(`GET /api/v2/modelPackages/${id}/`, { key });
    return body.buildStatus === 'inProgress' ? null : body;
  }, 240);
const keysOf = async (id: string) => {
  const keys: string[] = [];
  for await (const one of app.platform.blobs.list(packageBlobs(id))) keys.push(one);
  return keys.sort();
};

test('a model of a leaderboard becomes a version that answers without its project', async () => {
  const made = await register({
    modelId: trained.modelId,
    registeredModelName: 'Housing that sell',
    name: 'First',
  });
  expect(made.status, made.text).toBe(201);
  expect(made.body).toMatchObject({
    registeredModelVersion: 1,
    name: 'First',
    modelId: trained.modelId,
    modelExecutionType: 'dedicated',
    sourceMeta: { projectId: trained.projectId, projectName: 'binary.csv' },
    target: { name: 'sold', type: 'Binary', classNames: ['yes', 'no'], classCount: 2, predictionThreshold: 0.5 },
    modelKind: { isTimeSeries: false, isMultiseries: false },
  });
  const { id } = made.body;
  expect((await built(id)).buildStatus).toBe('complete');
  const bundle = await getManifestOrThrow(app.platform, id);
  expect(bundle).toMatchObject({
    format: 1,
    plan: { kind: 'table', task: 'binary' },
    target: { classes: ['no', 'yes'] },
    referenceRows: 300,
    usualRange: null,
    trainingDataset: { name: 'binary.csv' },
  });
  expect(bundle.columns.filter(({ needed }) => needed).map(({ name }) => name)).toEqual([
    'size',
    'colour',
    'rooms',
    'price',
    'kind',
  ]);
  expect(Math.max(...bundle.columns.map(({ importance }) => importance ?? 0))).toBe(1);
  expect(bundle.baselineScores.AUC).toBeGreaterThan(0.5);
  expect(await keysOf(id)).toEqual([`${packageBlobs(id)}model-0`, `${packageBlobs(id)}reference`]);
  const bytes = new Uint8Array(await buffer(await app.platform.blobs.read(bundle.referenceKey)));
  const said = readProfiles(bytes).find(({ column }) => column === PREDICTION) as ColumnProfile & { kind: 'numbers' };
  expect(said.moments.count).toBeGreaterThan(0);
  expect(said.moments.count).toBeLessThan(300);
  expect(said.histogram?.counts.reduce((sum, count) => sum + count, 0)).toBe(said.moments.count);
  const features = (await app.ask(`GET /api/v2/modelPackages/${id}/features/?limit=0`, { key })).body;
  expect(features).toMatchObject({ count: 5, next: null });
  expect(features.data[0]).toEqual({
    name: 'size',
    featureType: 'Numeric',
    importance: expect.any(Number),
    dateFormat: null,
    knownInAdvance: false,
  });
}, 240_000);

test('the impact that was computed on the way is shown in the project', async () => {
  const path = `/api/v2/projects/${trained.projectId}/models/${trained.modelId}/featureImpact/`;
  expect((await app.ask(`GET ${path}`, { key })).body.featureImpacts.length).toBe(5);
});

test('without a name, registering twice makes two versions of one model', async () => {
  const first = (await register({ modelId: trained.modelId, predictionThreshold: 0.3 })).body;
  const second = (
    await app.ask('POST /api/v2/modelPackages/fromLearningModel/', { key, body: { modelId: trained.modelId } })
  ).body;
  expect(second.registeredModelId).toBe(first.registeredModelId);
  expect([first.registeredModelVersion, second.registeredModelVersion]).toEqual([1, 2]);
  expect([first.target.predictionThreshold, second.target.predictionThreshold]).toEqual([0.3, 0.5]);
  const model = (await app.ask(`GET /api/v2/registeredModels/${first.registeredModelId}/`, { key })).body;
  expect(model).toMatchObject({ lastVersionNum: 2, description: '', target: { name: 'sold', type: 'Binary' } });
});

test('a model that is gone before it was built leaves a version that says so, and no files', async () => {
  const { id } = (await register({ modelId: trained.modelId, registeredModelName: 'Gone' })).body;
  const done = await built(id);
  expect(done.buildStatus).toBe('complete');
  await packageStore(app.platform.db.queries).change(id, {
    build_status: 'inProgress',
    bundle: null,
    model_id: 'gone',
  });
  const again = await built(id);
  expect(again).toMatchObject({ buildStatus: 'failed', buildError: 'Its job was cancelled or lost.' });
  expect((await app.ask(`GET /api/v2/modelPackages/${id}/features/`, { key })).status).toBe(422);
}, 240_000);

test('what cannot be registered is refused with a reason', async () => {
  const missing = await register({ modelId: '65f000000000000000000001' });
  expect([missing.status, missing.body.message]).toEqual([404, expect.stringMatching(/Model 65f0.*not found/)]);
  const outsider = await app.person({ organization: 'Elsewhere' });
  const foreign = await app.ask('POST /api/v2/modelPackages/fromLeaderboard/', {
    key: outsider.key,
    body: { modelId: trained.modelId },
  });
  expect(foreign.status).toBe(404);
  const taken = await register({ modelId: trained.modelId, registeredModelName: 'housing that SELL' });
  expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining('registeredModelId')]);
  const unknown = await register({ modelId: trained.modelId, colour: 'red' });
  expect([unknown.status, unknown.body.errors]).toEqual([422, { colour: expect.any(String) }]);
  await app.platform.db.queries
    .updateTable('models')
    .set({ status: 'training' })
    .where('id', '=', trained.modelId)
    .execute();
  const training = await register({ modelId: trained.modelId });
  expect([training.status, training.body.message]).toEqual([422, expect.stringContaining('still being trained')]);
});
