import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { deployedElsewhere, type Elsewhere } from '../elsewhere.ts';

const NOTHING = '65f000000000000000000001';
const TARGET = { name: 'price', type: 'Regression' };
let mine: CallOptions;
let deployment: Elsewhere;
let registeredModelId: string;

const send = (line: string, json?: object) => {
  const [method = '', path = ''] = line.split(' ');
  return call(method, `/api/v2/${path}`, { ...mine, ...(json === undefined ? {} : { json }) });
};

type Refused = readonly [line: string, json: object | undefined, sentence: string];

async function expectRefused(status: number, code: string, lines: readonly Refused[]): Promise<void> {
  for (const [line, json, sentence] of lines) {
    const reply = await send(line, json);
    const told = [line, reply.status, reply.body?.code, reply.body?.message];
    expect(told).toEqual([line, status, code, expect.stringContaining(sentence)]);
  }
}

beforeAll(async () => {
  mine = { key: (await aPerson()).token };
  deployment = await deployedElsewhere(mine, 'Elsewhere');
  ({ registeredModelId } = (await send(`GET modelPackages/${deployment.packageId}/`)).body);
});

test('404 for a version that is not there, wherever it is named', async () => {
  const model = `registeredModels/${registeredModelId}`;
  const list = 'GET modelPackages/ lists';
  await expectRefused(404, 'registry.no_such_package', [
    [`GET modelPackages/?similarTo=${NOTHING}`, undefined, list],
    [`GET registeredModels/?compatibleWithModelPackageId=${NOTHING}`, undefined, list],
    [`GET ${model}/versions/?similarTo=${NOTHING}`, undefined, list],
    [`GET ${model}/versions/${NOTHING}/deployments/`, undefined, list],
    [`PATCH ${model}/versions/${NOTHING}/`, { name: 'second' }, list],
    [`PATCH deployments/${deployment.id}/model/`, { modelPackageId: NOTHING, reason: 'OTHER' }, list],
    [`POST deployments/${deployment.id}/model/validation/`, { modelPackageId: NOTHING }, list],
  ]);
  const other = await send('POST modelPackages/fromJSON/', { name: 'Other', target: { ...TARGET, name: 'rent' } });
  const version = `GET ${model}/versions/${other.body.id}/`;
  await expectRefused(404, 'registry.no_such_version', [[version, undefined, `GET ${model}/versions/ lists`]]);
});

test('404 for models, use cases, environments, data stores and credentials that are not there', async () => {
  const place = { predictionEnvironmentId: NOTHING, label: 'Nowhere' };
  const server = { defaultPredictionServerId: NOTHING, label: 'Nowhere', modelId: NOTHING };
  const json = { name: 'Placed', target: TARGET, useCaseId: NOTHING };
  await expectRefused(404, 'sharing.no_such_thing', [
    ['POST modelPackages/fromJSON/', json, `no use case ${NOTHING}`],
    ['POST modelPackages/fromJSON/', { ...json, useCaseId: null, registeredModelId: NOTHING }, 'registered model'],
    [`GET registeredModels/?predictionEnvironmentId=${NOTHING}`, undefined, `no prediction environment ${NOTHING}`],
    [`GET modelPackages/?predictionEnvironmentId=${NOTHING}`, undefined, `no prediction environment ${NOTHING}`],
    [`GET registeredModels/${registeredModelId}/versions/?predictionEnvironmentId=${NOTHING}`, undefined, NOTHING],
    ['POST deployments/fromModelPackage/', { ...place, modelPackageId: deployment.packageId }, NOTHING],
    ['POST deployments/fromLeaderboard/', server, NOTHING],
    ['POST deployments/fromLearningModel/', server, NOTHING],
    [
      'POST predictionEnvironments/',
      { name: 'Edge', platform: 'other', datastoreId: NOTHING },
      `data store ${NOTHING}`,
    ],
  ]);
  const environment = `PATCH predictionEnvironments/${deployment.environmentId}/`;
  await expectRefused(404, 'data.no_such_credential', [
    [environment, { credentialId: NOTHING }, NOTHING],
    [`PATCH deployments/${deployment.id}/retrainingSettings/`, { credentialId: NOTHING }, NOTHING],
  ]);
  await expectRefused(404, 'projects.no_such_model', [
    [`PATCH deployments/${deployment.id}/model/`, { modelId: NOTHING, reason: 'OTHER' }, NOTHING],
    [`POST deployments/${deployment.id}/model/validation/`, { modelId: NOTHING }, NOTHING],
  ]);
  const tag = `deployments/${deployment.id}/tags/${NOTHING}/`;
  await expectRefused(404, 'deployments.no_such_tag', [
    [`PATCH ${tag}`, { value: 'red' }, NOTHING],
    [`DELETE ${tag}`, undefined, NOTHING],
  ]);
  const user = { retrainingUserId: NOTHING };
  const settings = `PATCH deployments/${deployment.id}/retrainingSettings/`;
  await expectRefused(422, 'retraining.no_such_user', [[settings, user, NOTHING]]);
});

test('422 for what a model that answers elsewhere does not have', async () => {
  const version = `modelPackages/${deployment.packageId}`;
  const served = `deployments/${deployment.id}`;
  await expectRefused(
    422,
    'registry.is_external',
    [
      `GET ${version}/features/`,
      `GET ${version}/modelPackageFile/`,
      `POST ${version}/modelPackageFileBuilds/`,
      `GET ${version}/onnx/`,
      `GET ${served}/modelPackageFile/`,
      `POST ${served}/modelPackageFileBuilds/`,
    ].map((line) => [line, undefined, 'it answers elsewhere, and cannot be asked here']),
  );
});

test('409 for a name that is taken; 422 for another target, for an archived model, and for what is in use', async () => {
  const two = { name: 'Two', type: 'Binary', classNames: ['no', 'yes'] };
  const binary = await deployedElsewhere(mine, 'Binary', two);
  const { registeredModelId: second } = (await send(`GET modelPackages/${binary.packageId}/`)).body;
  const { name } = (await send(`GET registeredModels/${registeredModelId}/`)).body;
  await expectRefused(409, 'registry.name_taken', [
    [`PATCH registeredModels/${second}/`, { name }, 'names are unique per creator'],
  ]);
  const version = { name: 'next', target: TARGET };
  await expectRefused(422, 'registry.other_target', [
    ['POST modelPackages/fromJSON/', { ...version, registeredModelId: second }, 'Register it under a name of its own'],
  ]);
  await expectRefused(422, 'registry.in_use', [
    [
      `PATCH registeredModels/${second}/versions/${binary.packageId}/`,
      { predictionThreshold: 0.7 },
      'serves the deployment "Binary"',
    ],
  ]);
  await expectRefused(422, 'environments.in_use', [
    [`DELETE predictionEnvironments/${binary.environmentId}/`, undefined, 'the deployment "Binary"'],
  ]);
  await send(`DELETE deployments/${binary.id}/`);
  expect((await send(`DELETE registeredModels/${second}/`)).status).toBe(204);
  await expectRefused(422, 'registry.model_archived', [
    ['POST modelPackages/fromJSON/', { name: 'next', target: two, registeredModelId: second }, 'is archived'],
  ]);
  const { data } = (await send('GET predictionEnvironments/')).body;
  const native = data.find(({ isNative }: { isNative: boolean }) => isNative);
  const change = `PATCH predictionEnvironments/${native.id}/`;
  const asAdministrator = await call('PATCH', `/api/v2/predictionEnvironments/${native.id}/`, { json: { name: 'x' } });
  expect([change, asAdministrator.status, asAdministrator.body.code]).toEqual([change, 422, 'environments.is_native']);
});

test('204 for runtime parameters, which are shown again; 422 for challengers before they are enabled', async () => {
  const values = [{ fieldName: 'region', type: 'string', value: 'north' }];
  const json = { runtimeParameterValues: JSON.stringify(values) };
  const set = await send(`PUT deployments/${deployment.id}/runtimeParameters/`, json);
  expect(set.status, set.text).toBe(204);
  const shown = (await send(`GET deployments/${deployment.id}/runtimeParameters/`)).body.data;
  expect(shown).toEqual([expect.objectContaining({ fieldName: 'region', currentValue: 'north' })]);
  const challenger = { modelPackageId: NOTHING, name: 'Better', predictionEnvironmentId: NOTHING };
  await expectRefused(422, 'challengers.not_enabled', [
    [`POST deployments/${deployment.id}/challengers/`, challenger, 'challengerModels'],
    [`POST deployments/${deployment.id}/challengerPredictions/`, {}, 'challengerModels'],
  ]);
});
