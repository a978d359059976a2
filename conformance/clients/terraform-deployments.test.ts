import { beforeAll, expect, test } from 'vitest';
import { type Served, servedHousing } from '../deployments/served.ts';
import { call } from '../support/call.ts';
import { follow } from '../support/follow.ts';
import { aPerson } from '../support/people.ts';

/** The Terraform provider: a JSON type on everything, a JSON body expected of every POST, redirects refused. */
const bare = { 'user-agent': 'DataRobotTerraformClient/0.10.0 Terraform-1.9', 'content-type': 'application/json' };
let key: string;
let served: Served;
beforeAll(async () => {
  key = (await aPerson()).token;
  served = await servedHousing({ key });
}, 240_000);

const ask = (method: string, path: string, json?: object) =>
  call(method, `/api/v2/${path}`, { key, headers: bare, ...(json === undefined ? {} : { json }) });

test('apply, refresh and destroy: a deployment with settings, health, replay and a retraining policy', async () => {
  const label = `Terraform ${served.deploymentId}`;
  const version = await ask('POST', 'modelPackages/fromLeaderboard/', {
    modelId: served.modelId,
    registeredModelName: label,
  });
  const { predictionEnvironment } = (await ask('GET', `deployments/${served.deploymentId}/`)).body;
  const made = await ask('POST', 'deployments/fromModelPackage/', {
    modelPackageId: version.body.id,
    predictionEnvironmentId: predictionEnvironment.id,
    label,
    importance: 'LOW',
    runtimeParameterValues: '[{"fieldName":"A","type":"string","value":"b"}]',
  });
  expect([made.status, made.body.id], made.text).toEqual([202, expect.any(String)]);
  const at = `deployments/${made.body.id}`;
  expect((await follow(made, { key })).path).toBe(`/api/v2/${at}/`);
  expect((await ask('GET', `${at}/`)).body).toMatchObject({ status: 'active', importance: 'LOW' });
  expect((await ask('GET', `${at}/runtimeParameters/`)).body.data[0]).toMatchObject({
    fieldName: 'A',
    currentValue: 'b',
  });

  const settings = await ask('PATCH', `${at}/settings/`, {});
  expect([settings.status, settings.text]).toEqual([202, '']);
  await ask('PATCH', `${at}/settings/`, {
    challengerModels: { enabled: true },
    associationId: { autoGenerateId: false, requiredInPredictionRequests: false, columnNames: ['id'] },
    segmentAnalysis: { enabled: true, attributes: ['town'], customAttributes: [] },
    predictionsSettings: { minComputes: 0, maxComputes: 2, resourceBundleId: null },
  });
  expect((await ask('GET', `${at}/settings/`)).body.predictionsSettings.maxComputes).toBe(2);
  const conditions = { customMetrics: { warningConditions: [], failingConditions: [] } };
  expect((await ask('PATCH', `${at}/healthSettings/`, conditions)).body.customMetrics).toEqual(
    conditions.customMetrics,
  );
  const schedule = { minute: [0], hour: [1], dayOfMonth: ['*'], month: ['*'], dayOfWeek: ['*'] };
  expect((await ask('PATCH', `${at}/challengerReplaySettings/`, { enabled: true, schedule })).status).toBe(200);

  const trigger = { type: 'schedule', schedule, minIntervalBetweenRuns: 'P1D' };
  const policy = await ask('POST', `${at}/retrainingPolicies/`, {
    name: 'Weekly',
    description: '',
    action: 'create_model_package',
    modelSelectionStrategy: 'same_blueprint',
    trigger,
  });
  expect([policy.status, policy.body.trigger.type], policy.text).toEqual([201, 'schedule']);
  const policyAt = `${at}/retrainingPolicies/${policy.body.id}/`;
  expect((await ask('PATCH', policyAt, { name: 'Nightly' })).body.name).toBe('Nightly');
  expect((await ask('DELETE', policyAt)).status).toBe(204);

  expect((await ask('PATCH', `${at}/`, { label: `${label}!` })).status).toBe(204);
  const off = await ask('PATCH', `${at}/status/`, { status: 'inactive' });
  expect([off.status, off.text]).toEqual([202, '']);
  expect((await ask('DELETE', `${at}/`)).status).toBe(204);
  expect((await ask('GET', `${at}/`)).status).toBe(404);
}, 120_000);
