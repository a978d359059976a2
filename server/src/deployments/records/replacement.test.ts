import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { anActor, eventually } from '#platform/jobs/jobs.fixtures.ts';
import { aPackage } from '../deployments.fixtures.ts';
import { deploymentsApp } from '../served-models.fixtures.ts';
import { deploymentForServing } from './get-deployment.ts';

const app = await deploymentsApp();
const ada = await app.person({ organization: 'Replacers' });
const bob = await app.person({ organization: 'Replacers' });
const { key } = ada;
const first = await aPackage(app.platform, ada, 'regression');
const second = await aPackage(app.platform, ada, 'regression', { registeredModelId: first.row.registered_model_id });
const other = await aPackage(app.platform, ada, 'binary');
const series = await aPackage(app.platform, ada, 'series');
const body = { modelPackageId: first.row.id, label: 'Housing' };
const id: string = (await app.ask('POST /api/v2/deployments/fromModelPackage/', { key, body })).body.id;
const one = (more = '') => `/api/v2/deployments/${id}/${more}`;
const validate = (modelPackageId: string) =>
  app.ask(`POST ${one('model/validation/')}`, { key, body: { modelPackageId } });
const replace = (change: object, who = key) => app.ask(`PATCH ${one('model/')}`, { key: who, body: change });
const serveModel = async () => (await deploymentForServing(app.platform, id))?.package.id;

const CHECKS = [
  ...['targetType', 'target', 'targetClasses', 'notCurrentModel', 'permission', 'supported', 'modelCanBeDeployed'],
  ...['seriesType', 'modelStatus', 'featureDataTypes', 'features', 'driftTracking', 'humilityRules'],
  ...['predictionIntervals', 'predictionReady', 'timeSeriesCompatibility', 'validChallenger', 'combinedModelSegments'],
  'containsTrackedSegmentAttributes',
];

describe('a replacement is judged', () => {
  test('check by check, and passes where the model is of the same kind', async () => {
    const { body: said } = await validate(second.row.id);
    expect([said.status, Object.keys(said.checks).sort()]).toEqual(['passing', [...CHECKS].sort()]);
  });

  test.each([
    ['the current model', first.row.id, ['notCurrentModel']],
    ['another target', other.row.id, ['target', 'targetType', 'targetClasses']],
    ['a time series', series.row.id, ['target', 'seriesType']],
  ])('%s fails', async (_, packageId, failing) => {
    const { body: said } = await validate(packageId);
    expect(said.status).toBe('failing');
    for (const check of failing) expect(said.checks[check].status).toBe('failing');
    const refused = await replace({ modelPackageId: packageId, reason: 'OTHER' });
    expect([refused.status, refused.body.checks]).toEqual([409, said.checks]);
    expect(await serveModel()).toBe(first.row.id);
  });

  test('tracked segments must stay', async () => {
    const settings = { segmentAnalysis: { enabled: true, attributes: ['colour'] } };
    await app.ask(`PATCH ${one('settings/')}`, { key, body: settings });
    expect((await validate(second.row.id)).body.status).toBe('passing');
  });

  test('exactly one model is asked about', async () => {
    expect((await app.ask(`POST ${one('model/validation/')}`, { key, body: {} })).status).toBe(422);
    expect((await validate('0123456789abcdef01234567')).status).toBe(404);
  });
});

describe('a model is replaced', () => {
  test('from the next request on, and the history says why', async () => {
    const done = await app.finished(await replace({ modelPackageId: second.row.id, reason: 'ACCURACY' }), key);
    expect(done.body).toMatchObject({ id, status: 'active', modelPackage: { id: second.row.id } });
    expect(await serveModel()).toBe(second.row.id);
    const { body: history } = await app.ask(`GET ${one('modelHistory/')}`, { key });
    expect(history.data).toMatchObject([
      { modelPackageId: second.row.id, isCurrent: true, reason: 'ACCURACY', replacedAt: null },
      { modelPackageId: first.row.id, isCurrent: false, deployedBy: { id: ada.id, username: ada.username } },
    ]);
  });

  test('when it is built, where it is still being built; until then the old one answers', async () => {
    const third = await aPackage(app.platform, ada, 'regression');
    const build = (status: string) =>
      app.platform.db.pool.query('UPDATE model_packages SET build_status = $2 WHERE id = $1', [third.row.id, status]);
    // Its job waits for a worker that knows such jobs.
    const actor = anActor({ userId: ada.id, organizationId: ada.organizationId });
    const kind = {
      name: 'test.never',
      input: z.unknown(),
      limits: 'heavy' as const,
      retries: 0,
      run: async () => undefined,
    };
    const job = await app.platform.db.transaction((tx) => app.platform.jobs.enqueue(tx, kind, {}, { actor }));
    await app.platform.db.pool.query('UPDATE model_packages SET build_job_id = $2 WHERE id = $1', [third.row.id, job]);
    await build('inProgress');
    const begun = await replace({ modelPackageId: third.row.id });
    expect(begun.status).toBe(202);
    expect([await serveModel(), (await app.ask(`GET ${one()}`, { key })).body.status]).toEqual([
      second.row.id,
      'replacingModel',
    ]);
    expect((await replace({ modelPackageId: first.row.id })).status).toBe(409);
    await build('complete');
    await eventually(async () => (await serveModel()) === third.row.id);
    expect((await app.finished(begun, key)).body).toMatchObject({ status: 'active' });
  });

  test('by owners only', async () => {
    const roles = [{ shareRecipientType: 'user', role: 'USER', id: bob.id }];
    await app.ask(`PATCH ${one('sharedRoles/')}`, { key, body: { operation: 'updateRoles', roles } });
    await app.ask(`PATCH /api/v2/registeredModels/${first.row.registered_model_id}/sharedRoles/`, {
      key,
      body: { operation: 'updateRoles', roles },
    });
    expect((await replace({ modelPackageId: first.row.id }, bob.key)).status).toBe(403);
  });
});

describe('small facts', () => {
  const get = async (more: string) => (await app.ask(`GET ${one(more)}`, { key })).body;

  test('features, capabilities, segments', async () => {
    const features = await get('features/?limit=0&orderBy=-importance');
    expect(features.data[0]).toEqual({
      name: 'size',
      featureType: 'Numeric',
      importance: 1,
      dateFormat: null,
      knownInAdvance: false,
      nextDate: null,
    });
    expect((await get('features/?search=COL')).data).toHaveLength(1);
    expect((await get('capabilities/')).data).toContainEqual({
      name: 'supports_prediction_intervals',
      supported: false,
      messages: ['Only time series have prediction intervals'],
    });
    expect((await get('segmentAttributes/')).data).toContain('DataRobot-Consumer');
    expect((await get('segmentAttributes/?monitoringType=dataDriftAndAccuracy')).data).toEqual(['colour']);
    expect((await get('segmentValues/?segment_attribute=DataRobot-Consumer&limit=100&offset=0')).data).toEqual([]);
    expect((await get('limits/')).challengers).toEqual({ limit: 5, count: 0 });
    expect((await get('championModelPackage/')).target.name).toBe('price');
  });

  test('runtime parameters are JSON in a text', async () => {
    const set = (text: string) =>
      app.ask(`PUT ${one('runtimeParameters/')}`, { key, body: { runtimeParameterValues: text } });
    expect((await set('nonsense')).status).toBe(422);
    expect((await set('[{"type": "string"}]')).body.errors.runtimeParameterValues).toMatch(/Item 0/);
    expect((await set('[{"fieldName": "K", "type": "numeric", "value": 2}]')).status).toBe(204);
    expect((await get('runtimeParameters/')).data).toMatchObject([
      { fieldName: 'K', type: 'numeric', currentValue: 2 },
    ]);
  });

  test('models have no secondary datasets', async () => {
    const path = one('model/secondaryDatasetConfiguration/');
    expect((await app.ask(`GET ${path}`, { key })).body).toEqual({ secondaryDatasetConfigId: null });
    expect((await app.ask(`PATCH ${path}`, { key, body: { secondaryDatasetConfigId: 'x' } })).status).toBe(422);
  });
});

test('deleted deployments are listed, and erased for good by their owner', async () => {
  const made = await app.ask('POST /api/v2/deployments/fromModelPackage/', { key, body });
  await app.ask(`DELETE /api/v2/deployments/${made.body.id}/`, { key });
  const list = async (who = key) => (await app.ask('GET /api/v2/deletedDeployments/', { key: who })).body.data;
  expect(await list()).toMatchObject([{ id: made.body.id, label: 'Housing' }]);
  expect(await list(bob.key)).toEqual([]);
  const erase = (deploymentIds: string[], who = key) =>
    app.ask('PATCH /api/v2/deletedDeployments/', { key: who, body: { action: 'PermanentlyErase', deploymentIds } });
  expect((await erase([made.body.id], bob.key)).status).toBe(404);
  expect((await erase([id])).status).toBe(404);
  await app.finished(await erase([made.body.id]), key);
  expect(await list()).toEqual([]);
});
