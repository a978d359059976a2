import { beforeAll, describe, expect, test } from 'vitest';
import { aPackage, type PackageMade } from '../deployments.fixtures.ts';
import { deploymentsApp } from '../served-models.fixtures.ts';

const app = await deploymentsApp();
const { ask, finished, person } = app;
const ada = await person({ organization: 'Housing' });
const bob = await person({ organization: 'Housing' });
const eve = await person({ organization: 'Others' });
const { key } = ada;
let housing: PackageMade;
let id: string;
beforeAll(async () => {
  housing = await aPackage(app.platform, ada, 'regression');
  const body = { modelPackageId: housing.row.id, label: 'Housing', description: 'What they cost', importance: 'HIGH' };
  const made = await finished(await ask('POST /api/v2/deployments/fromModelPackage/', { key, body }), key);
  id = made.body.id;
});
const one = (more = '') => `/api/v2/deployments/${id}/${more}`;

describe('a new deployment', () => {
  test('serves its version at once, and nobody has asked it anything', async () => {
    const { status, body } = await ask(`GET ${one()}`, { key });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      label: 'Housing',
      status: 'active',
      importance: 'HIGH',
      model: { id: housing.row.model_id, targetName: 'price', targetType: 'Regression' },
      modelPackage: { id: housing.row.id, registeredModelId: housing.row.registered_model_id },
      predictionUsage: { dailyRates: [0, 0, 0, 0, 0, 0, 0], lastTimestamp: null },
      serviceHealth: { status: 'unknown' },
      owners: { count: 1, preview: [{ id: ada.id }] },
      capabilities: { supportsPredictionWarning: true, supportsPredictionIntervals: false },
    });
    expect(body.defaultPredictionServer).toEqual({
      id: body.predictionEnvironment.id,
      url: expect.not.stringMatching(/\/$/),
      'datarobot-key': expect.any(String),
    });
    expect(body.permissions).toContain('CAN_DELETE_DEPLOYMENT');
  });

  test('is nothing to others until it is shared, and nothing at all to another organization', async () => {
    for (const who of [bob, eve]) expect((await ask(`GET ${one()}`, who)).status).toBe(404);
    const roles = [{ shareRecipientType: 'user', role: 'CONSUMER', id: bob.id }];
    const shared = await ask(`PATCH ${one('sharedRoles/')}`, { key, body: { operation: 'updateRoles', roles } });
    expect(shared.status).toBe(204);
    const seen = await ask(`GET ${one()}`, bob);
    expect(seen.body.permissions).not.toContain('CAN_SUBMIT_ACTUALS');
    expect((await ask(`PATCH ${one()}`, { key: bob.key, body: { label: 'Mine' } })).status).toBe(403);
    const { body } = await ask(`GET ${one('sharedRoles/')}`, { key });
    expect(body.data).toContainEqual({ id: bob.id, name: bob.username, role: 'CONSUMER', shareRecipientType: 'user' });
  });
});

describe('changes', () => {
  test('of label, description and importance are at least one of them', async () => {
    expect((await ask(`PATCH ${one()}`, { key, body: { description: 'New', importance: 'LOW' } })).status).toBe(204);
    expect((await ask(`GET ${one()}`, { key })).body).toMatchObject({ description: 'New', importance: 'LOW' });
    expect((await ask(`PATCH ${one()}`, { key, body: {} })).status).toBe(422);
    expect((await ask(`PATCH ${one()}`, { key, body: { colour: 'red' } })).body.errors).toHaveProperty('colour');
  });

  test('of status lead back to the deployment, and not twice to the same', async () => {
    const body = { status: 'inactive' };
    const off = await finished(await ask(`PATCH ${one('status/')}`, { key, body }), key);
    expect(off.body).toMatchObject({ id, status: 'inactive' });
    expect((await ask(`PATCH ${one('status/')}`, { key, body })).status).toBe(409);
    await finished(await ask(`PATCH ${one('status/')}`, { key, body: { status: 'active' } }), key);
  });

  test('are told to processes that hold the deployment: its revision grows', async () => {
    const revision = async () =>
      Number(
        (await app.platform.db.pool.query('SELECT revision FROM deployments WHERE id = $1', [id])).rows[0].revision,
      );
    const before = await revision();
    await ask(`PATCH ${one()}`, { key, body: { label: 'Homes' } });
    expect(await revision()).toBe(before + 1);
  });
});

test('a deleted deployment is gone', async () => {
  const body = { modelPackageId: housing.row.id, label: 'Short' };
  const made = await ask('POST /api/v2/deployments/fromModelPackage/', { key, body });
  const path = `/api/v2/deployments/${made.body.id}/`;
  expect((await ask(`DELETE ${path}`, eve)).status).toBe(404);
  expect((await ask(`DELETE ${path}`, { key })).status).toBe(204);
  expect((await ask(`GET ${path}`, { key })).status).toBe(404);
  expect((await ask(`DELETE ${path}`, { key })).status).toBe(404);
});

describe('what cannot be deployed is refused', () => {
  const deploy = (body: object) => ask('POST /api/v2/deployments/fromModelPackage/', { key, body });
  test.each([
    ['an unknown version', { modelPackageId: '0123456789abcdef01234567', label: 'x' }, 404],
    ['no label', { modelPackageId: 'x' }, 422],
    ['a threshold beyond one', { modelPackageId: 'x', label: 'x', predictionThreshold: 2 }, 422],
  ])('%s', async (_, body, status) => {
    expect((await deploy(body)).status).toBe(status);
  });
  test('an unknown environment, runtime values that are no JSON', async () => {
    const known = { modelPackageId: housing.row.id, label: 'x' };
    expect((await deploy({ ...known, predictionEnvironmentId: 'nowhere' })).body.message).toMatch(/nowhere/);
    expect((await deploy({ ...known, runtimeParameterValues: '{' })).body.errors).toHaveProperty(
      'runtimeParameterValues',
    );
    expect((await ask('POST /api/v2/deployments/fromModelPackage/', { key: eve.key, body: known })).status).toBe(404);
  });
});
