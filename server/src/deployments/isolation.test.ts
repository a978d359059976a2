import { expect, test } from 'vitest';
import { servedApp } from '../../test/served-app.ts';
import { aPackage } from './deployments.fixtures.ts';
import { aDeployment } from './predictions/predictions.fixtures.ts';

const app = await servedApp();
const ada = await app.person({ organization: 'Housing' });
const bob = await app.person({ organization: 'Housing' });
const eve = await app.person({ organization: 'Others' });
const deployment = await aDeployment(app.platform, ada, 'regression');
const theirs = await aDeployment(app.platform, eve, 'regression');
const rival = await aPackage(app.platform, ada, 'regression');
const D = `/api/v2/deployments/${deployment.id}/`;
const V = `/api/v2/modelPackages/${deployment.row.id}/`;
const R = `/api/v2/registeredModels/${deployment.row.registered_model_id}/`;
const HOUSE = [{ size: 100, colour: 'red', rooms: 3 }];

const makeModel = async (line: string, body: object) => {
  const { status, body: told, text } = await app.ask(line, { key: ada.key, body });
  expect(status, text).toBeLessThan(300);
  return told.id as string;
};
const own = (await app.ask(`GET ${D}`, { key: ada.key })).body.predictionEnvironment.id as string;
await app.ask(`PATCH ${D}settings/`, { key: ada.key, body: { challengerModels: { enabled: true } } });
const batch = await makeModel('POST /api/v2/batchPredictions/', { deploymentId: deployment.id });
const definition = await makeModel('POST /api/v2/batchPredictionJobDefinitions/', {
  deploymentId: deployment.id,
  name: 'n',
});
const environment = await makeModel('POST /api/v2/predictionEnvironments/', { name: 'Edge', platform: 'other' });
const policy = await makeModel(`POST ${D}retrainingPolicies/`, { name: 'Again' });

const READS = [
  ...['', 'settings/', 'healthSettings/', 'healthSettings/defaults/', 'challengerReplaySettings/', 'capabilities/'],
  ...['features/', 'modelHistory/', 'challengers/', 'retrainingSettings/', 'retrainingPolicies/', 'sharedRoles/'],
  ...['segmentAttributes/', 'runtimeParameters/', 'championModelPackage/', `retrainingPolicies/${policy}/`],
].map((path) => `GET ${D}${path}`);
const OTHERS: [line: string, body?: unknown][] = [
  [`PATCH ${D}`, { label: 'Mine' }],
  [`DELETE ${D}`],
  [`PATCH ${D}status/`, { status: 'inactive' }],
  [`PATCH ${D}settings/`, { targetDrift: { enabled: false } }],
  [`PATCH ${D}model/`, { modelPackageId: theirs.row.id, reason: 'OTHER' }],
  [`POST ${D}challengers/`, { name: 'x', modelPackageId: theirs.row.id, predictionEnvironmentId: own }],
  [`DELETE ${D}retrainingPolicies/${policy}/`],
  [`POST ${D}predictions`, HOUSE],
  [`POST /predApi/v1.0/deployments/${deployment.id}/predictions`, HOUSE],
  [`GET ${V}`],
  [`GET ${V}features/`],
  [`GET ${R}`],
  [`DELETE ${R}`],
  [`GET ${R}versions/${deployment.row.id}/`],
  [`GET /api/v2/predictionEnvironments/${environment}/`],
  [`DELETE /api/v2/predictionEnvironments/${environment}/`],
  [`GET /api/v2/batchPredictions/${batch}/`],
  [`DELETE /api/v2/batchPredictions/${batch}/`],
  [`GET /api/v2/batchPredictions/${batch}/download/`],
  [`GET /api/v2/batchPredictionJobDefinitions/${definition}/`],
  [`DELETE /api/v2/batchPredictionJobDefinitions/${definition}/`],
  ['POST /api/v2/batchPredictions/fromJobDefinition/', { jobDefinitionId: definition }],
];

test('to another organization nothing of a deployment exists', async () => {
  const answers = [];
  for (const [line, body] of [...READS.map((line): [string] => [line]), ...OTHERS]) {
    const { status } = await app.ask(line, { key: eve.key, ...(body === undefined ? {} : { body }) });
    if (status !== 404) answers.push(`${status} ${line}`);
  }
  expect(answers).toEqual([]);
});

test('versions of another organization do not take over a deployment of one’s own, and lists hold nothing of others', async () => {
  const line = `PATCH /api/v2/deployments/${theirs.id}/model/`;
  const body = { modelPackageId: rival.row.id, reason: 'OTHER' };
  expect((await app.ask(line, { key: eve.key, body })).status).toBe(404);
  const { body: listed } = await app.ask('GET /api/v2/deployments/', { key: eve.key });
  expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([theirs.id]);
  expect((await app.ask('GET /api/v2/batchPredictions/', { key: eve.key })).body.data).toEqual([]);
});

test('who may only predict predicts and looks, and none of the changes above is theirs', async () => {
  const roles = [{ shareRecipientType: 'user', role: 'CONSUMER', id: bob.id }];
  await app.ask(`PATCH ${D}sharedRoles/`, { key: ada.key, body: { operation: 'updateRoles', roles } });
  const asked = async (line: string, body?: unknown) =>
    (await app.ask(line, { key: bob.key, ...(body === undefined ? {} : { body }) })).status;
  expect(await asked(`POST ${D}predictions`, HOUSE)).toBe(200);
  const looked = await Promise.all(READS.map(async (line) => `${await asked(line)} ${line}`));
  expect(looked.filter((answer) => !answer.startsWith('200 '))).toEqual([`403 GET ${D}runtimeParameters/`]);
  const changes = OTHERS.filter(([line]) => line.includes(` ${D}`) && !line.endsWith('predictions'));
  expect(changes).toHaveLength(7);
  for (const [line, body] of changes) expect([line, await asked(line, body)]).toEqual([line, 403]);
});
