import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp } from '../../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let path: string;
const models: Record<string, string> = {};

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
  path = `/api/v2/projects/${await app.shops(key)}/`;
  await app.finished(
    await app.ask(`PATCH ${path}aim/`, { key, body: { target: 'sales', mode: 'manual', reps: 3 } }),
    key,
  );
  for (const { id: blueprintId } of (await get('blueprints/')).body) {
    const { blueprint } = (await get(`blueprints/${blueprintId}/json/`)).body;
    if (!['elastic-net', 'gbdt'].includes(blueprint.id)) continue;
    const body = { blueprintId, scoringType: 'crossValidation' };
    models[blueprint.id] = (await app.finished(await post('models/', body), key)).body.id;
  }
}, 300_000);
afterAll(() => app.stopWorker());

const get = (what: string) => app.ask(`GET ${path}${what}`, { key });
const post = (what: string, body: object = {}) => app.ask(`POST ${path}${what}`, { key, body });
const tune = (model: string, values: Record<string, unknown>, more: object = {}) =>
  post(`models/${model}/advancedTuning/`, {
    tuningParameters: Object.entries(values).map(([parameterId, value]) => ({ parameterId, value })),
    ...more,
  });
const parameters = async (model: string) => {
  const { tuningParameters } = (await get(`models/${model}/advancedTuning/parameters/`)).body;
  return Object.fromEntries(
    tuningParameters.map((one: { parameterName: string; currentValue: unknown; defaultValue: unknown }) => [
      one.parameterName,
      one,
    ]),
  );
};
const rounds = async (model: string) => (await get(`models/${model}/numIterationsTrained/`)).body.data[0].numIterations;

test('202: a tuned model is on the leaderboard, trained with the chosen parameters and evaluated like the first', async () => {
  const before = (await get(`models/${models.gbdt}/`)).body;
  const description = { tuningDescription: 'fewer trees' };
  const tuned = (await app.finished(await tune(models.gbdt ?? '', { 'gbdt.n_estimators': 17 }, description), key)).body;
  expect(tuned, JSON.stringify(tuned)).toMatchObject({
    modelType: before.modelType,
    featurelistId: before.featurelistId,
    samplePct: before.samplePct,
  });
  expect([tuned.id === before.id, tuned.blueprintId === before.blueprintId]).toEqual([false, false]);
  expect([await rounds(before.id), await rounds(tuned.id)]).toEqual([100, 17]);
  expect(tuned.metrics.RMSE.crossValidation).not.toBe(null);
  expect(tuned.metrics.RMSE.validation).not.toBe(before.metrics.RMSE.validation);
  const { n_estimators, learning_rate } = await parameters(tuned.id);
  expect([n_estimators.currentValue, learning_rate.currentValue]).toEqual([17, 0.1]);
  expect((await get(`models/${tuned.id}/advancedTuning/parameters/`)).body.tuningDescription).toBe('fewer trees');
  // What was tuned stays when it is tuned further, frozen, or trained on other rows.
  const again = (await app.finished(await tune(tuned.id, { 'gbdt.learning_rate': '0.3' }), key)).body;
  expect(await rounds(again.id)).toBe(17);
  expect((await parameters(again.id)).learning_rate.currentValue).toBe(0.3);
  const frozen = await app.finished(await post('frozenModels/', { modelId: tuned.id, samplePct: 40 }), key);
  expect(await rounds(frozen.body.id)).toBe(17);
}, 120_000);

test('202: several values are searched, and the best is shown', async () => {
  const started = await tune(models.gbdt ?? '', { 'gbdt.n_estimators': [1, 60] });
  const tuned = (await app.finished(started, key)).body;
  const { n_estimators } = await parameters(tuned.id);
  expect([n_estimators.defaultValue, n_estimators.currentValue]).toEqual([60, [1, 60]]);
  expect(await rounds(tuned.id)).toBe(60);
}, 120_000);

test('202: a penalty that is given leaves no coefficient', async () => {
  const values = { 'elastic-net.enet_lambda': 1e6, 'elastic-net.enet_alpha': 1 };
  const tuned = (await app.finished(await tune(models['elastic-net'] ?? '', values), key)).body;
  const { derivedFeatures } = (await get(`models/${tuned.id}/parameters/`)).body;
  expect(derivedFeatures.map((one: { coefficient: number }) => one.coefficient).filter(Boolean)).toEqual([]);
}, 120_000);

test('422 and 404: values out of bounds, parameters and models that are not there, blends', async () => {
  const wrong = async (values: Record<string, unknown>) =>
    (await tune(models.gbdt ?? '', values)).body.errors.tuningParameters;
  expect(await wrong({ 'gbdt.learning_rate': 3 })).toContain('"learning_rate" must be a number in (0, 1]');
  expect(await wrong({ 'gbdt.n_estimators': [10, 0] })).toContain('whole number');
  expect(await wrong({ 'gbdt.moon': 1 })).toContain('There is no parameter "gbdt.moon"');
  expect((await tune('nothing', {})).status).toBe(404);
  const body = { modelIds: [models.gbdt, models['elastic-net']], blenderMethod: 'AVG' };
  const blend = (await app.finished(await post('blenderModels/', body), key)).body.id;
  expect((await tune(blend, {})).body.code).toBe('projects.no_tuning');
  expect((await get(`models/${blend}/advancedTuning/parameters/`)).body.code).toBe('projects.no_tuning');
}, 120_000);
