import { beforeAll, expect, test } from 'vitest';
import { aPackage, type PackageMade } from '../deployments.fixtures.ts';
import { deploymentsApp } from '../served-models.fixtures.ts';

const app = await deploymentsApp();
const { ask, finished, person } = app;
const ada = await person({ organization: 'Housing' });
const bob = await person({ organization: 'Housing' });
const eve = await person({ organization: 'Others' });
const PATH = '/api/v2/keyValues/';
let housing: PackageMade;
let deployment: string;
let native: string;
beforeAll(async () => {
  housing = await aPackage(app.platform, ada, 'regression');
  const body = { modelPackageId: housing.row.id, label: 'Housing' };
  const made = await finished(await ask('POST /api/v2/deployments/fromModelPackage/', { key: ada.key, body }), ada.key);
  deployment = made.body.id;
  native = made.body.predictionEnvironment.id;
});

const post = (more: object, key = ada.key) => {
  const body = {
    entityType: 'deployment',
    entityId: deployment,
    name: 'AUC',
    category: 'metric',
    valueType: 'numeric',
    ...more,
  };
  return ask(`POST ${PATH}`, { key, body });
};
const list = (entityType: string, entityId: string, more = '', key = ada.key) =>
  ask(`GET ${PATH}?entityType=${entityType}&entityId=${entityId}${more}`, { key });
const patch = (id: string, body: object, key = ada.key) => ask(`PATCH ${PATH}${id}/`, { key, body });

test('201, 200, 409, 204: a number is kept, found by name, changed, and deleted', async () => {
  const made = await post({ numericValue: 0.875, description: 'on the holdout' });
  expect([made.status, made.body]).toEqual([
    201,
    {
      id: expect.any(String),
      entityId: deployment,
      entityType: 'deployment',
      name: 'AUC',
      category: 'metric',
      valueType: 'numeric',
      value: '0.875',
      numericValue: 0.875,
      booleanValue: false,
      description: 'on the holdout',
      createdAt: expect.any(String),
      creatorId: ada.id,
      creatorName: ada.username,
      artifactSize: 0,
      originalFileName: '',
      isEditable: true,
      isDatasetMissing: false,
      errorMessage: '',
    },
  ]);
  const { id } = made.body;
  expect((await ask(`GET ${PATH}${id}/`, ada)).body).toEqual(made.body);
  expect((await post({ numericValue: 1 })).body).toMatchObject({
    code: 'key_values.name_taken',
    message: expect.stringContaining(id),
  });
  // As clients do that only rename: the old value comes along as text.
  const renamed = await patch(id, { name: 'Area', valueType: 'numeric', value: '0.875', comment: 'shorter' });
  expect(renamed.body).toEqual({ ...made.body, name: 'Area' });
  expect(renamed.headers.warning).toMatch(/comment/);
  expect((await patch(id, { numericValue: -2 })).body).toMatchObject({ numericValue: -2, value: '-2', name: 'Area' });
  const other = (await post({ name: 'Team', category: 'tag', valueType: 'string', value: 'red' })).body;
  expect((await patch(other.id, { name: 'Area' })).body.code).toBe('key_values.name_taken');
  expect((await list('deployment', deployment)).body.data.map(({ name }: { name: string }) => name)).toEqual([
    'Area',
    'Team',
  ]);
  expect((await list('deployment', deployment, '&name=Team')).body.data).toEqual([other]);
  expect((await list('deployment', deployment, '&category=metric')).body).toMatchObject({ totalCount: 1 });
  expect((await ask(`DELETE ${PATH}${id}/`, ada)).status).toBe(204);
  expect((await ask(`GET ${PATH}${id}/`, ada)).body.code).toBe('key_values.no_such_key_value');
});

test('each kind of object has its own, and a key value can move to another', async () => {
  const environment = (
    await ask('POST /api/v2/predictionEnvironments/', { key: ada.key, body: { name: 'Edge', platform: 'aws' } })
  ).body.id;
  const entities = [
    ['modelPackage', housing.row.id],
    ['registeredModel', housing.row.registered_model_id],
    ['predictionEnvironment', environment],
  ] as const;
  for (const [entityType, entityId] of entities) {
    const made = await post({ entityType, entityId, valueType: 'boolean', category: 'tag', booleanValue: true });
    expect(made.body, entityType).toMatchObject({ booleanValue: true, value: 'true', numericValue: 0 });
    expect((await list(entityType, entityId)).body.data).toEqual([made.body]);
  }
  const [moved] = (await list('modelPackage', housing.row.id)).body.data;
  const there = { entityType: 'registeredModel', entityId: housing.row.registered_model_id };
  expect((await patch(moved.id, there)).body.code).toBe('key_values.name_taken');
  expect((await patch(moved.id, { ...there, name: 'Of a version' })).body).toMatchObject(there);
  expect((await list('modelPackage', housing.row.id)).body.data).toEqual([]);
  const onNative = await post({ entityType: 'predictionEnvironment', entityId: native, numericValue: 1 });
  expect(onNative.body.code).toBe('environments.is_native');
});

test('422 and 404: wrong values and types are named, and what a value names must be there', async () => {
  const places = async (more: object) => Object.keys((await post({ name: 'x', ...more })).body.errors ?? {});
  expect(await places({})).toEqual(['numericValue']);
  expect(await places({ valueType: 'boolean' })).toEqual(['booleanValue']);
  expect(await places({ valueType: 'json', value: '{' })).toEqual(['value']);
  expect(await places({ valueType: 'image', value: 'a' })).toEqual(['valueType']);
  expect(await places({ entityType: 'customJob', numericValue: 1 })).toEqual(['entityType']);
  expect(await places({ name: 'a|b', numericValue: 1 })).toEqual(['name']);
  const codes = async (valueType: string) => (await post({ name: 'y', valueType, value: 'none' })).body.code;
  expect(await codes('dataset')).toBe('sharing.no_such_thing');
  expect(await codes('credential')).toBe('data.no_such_credential');
  expect(await codes('deploymentId')).toBe('key_values.no_such_entity');
  expect(await codes('modelVersion')).toBe('key_values.no_such_entity');
  expect((await post({ name: 'served', valueType: 'deploymentId', value: deployment })).status).toBe(201);
  // A text that is no number does not become one.
  const text = (await post({ name: 'text', valueType: 'string', value: 'abc' })).body;
  expect(Object.keys((await patch(text.id, { valueType: 'numeric' })).body.errors)).toEqual(['numericValue']);
});

test('403 and 404: who sees the object reads, who edits it writes, and others learn nothing', async () => {
  const made = (await post({ name: 'shared', numericValue: 3 })).body;
  for (const { key } of [bob, eve]) {
    expect((await ask(`GET ${PATH}${made.id}/`, { key })).body.code).toBe('key_values.no_such_key_value');
    expect((await ask(`GET ${PATH}${made.id}/`, { key })).body.message).not.toContain(deployment);
    expect((await list('deployment', deployment, '', key)).body.code).toBe('key_values.no_such_entity');
    expect((await post({ name: 'theirs', numericValue: 1 }, key)).body.code).toBe('key_values.no_such_entity');
  }
  const roles = [{ shareRecipientType: 'user', role: 'CONSUMER', id: bob.id }];
  const body = { operation: 'updateRoles', roles };
  await ask(`PATCH /api/v2/deployments/${deployment}/sharedRoles/`, { key: ada.key, body });
  expect((await ask(`GET ${PATH}${made.id}/`, bob)).body).toEqual(made);
  expect((await post({ name: 'theirs', numericValue: 1 }, bob.key)).body.code).toBe('sharing.role_too_small');
  expect((await patch(made.id, { numericValue: 4 }, bob.key)).body.code).toBe('sharing.role_too_small');
  expect((await ask(`DELETE ${PATH}${made.id}/`, bob)).body.code).toBe('sharing.role_too_small');
});
