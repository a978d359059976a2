import { expect, test } from 'vitest';
import { aMetric } from '../../src/monitoring/custom-metrics/custom-metrics.fixtures.ts';
import { changesAllowedTo } from './callers.ts';
import { isolationApp, makeWorld, PERMISSIONS } from './world.ts';

const app = await isolationApp();
const here = { organization: 'One', permissions: PERMISSIONS };
const admin = await app.person({ ...here, role: 'admin' });
const owner = await app.person(here);
const consumer = await app.person(here);
const editor = await app.person(here);
const world = await makeWorld(app, owner, admin);
const D = `/api/v2/deployments/${world.deploymentId}/`;
const share = (id: string, role: string) => ({ shareRecipientType: 'user', id, role });
const roles = [share(consumer.id, 'CONSUMER'), share(editor.id, 'USER')];
await app.ask(`PATCH ${D}sharedRoles/`, { key: owner.key, body: { operation: 'updateRoles', roles } });

const PERIOD = { start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z' };
const channels = `/api/v2/entityNotificationChannels/deployment/${world.deploymentId}/`;
const policies = `/api/v2/entityNotificationPolicies/deployment/${world.deploymentId}/`;
/** Rows and names of other callers, addresses that news are sent to, values that may be secrets. */
const FOR_CHANGERS: readonly (readonly [line: string, body?: object])[] = [
  [`GET ${D}predictionDataExports/`],
  [`POST ${D}predictionDataExports/`, PERIOD],
  [`GET ${D}predictionDataExports/${world.exportId}/`],
  [`GET ${D}actualsDataExports/`],
  [`POST ${D}actualsDataExports/`, PERIOD],
  [`GET ${D}actualsDataExports/${world['actualsDataExports/exportId']}/`],
  [`GET ${D}trainingDataExports/`],
  [`GET ${D}predictionResults/`],
  [`GET ${D}segmentValues/`],
  [`GET ${D}runtimeParameters/`],
  [`GET ${channels}`],
  [`GET ${channels}${world.channelId}/`],
  [`GET ${policies}`],
  [`GET ${policies}${world['deployment/policyId']}/`],
  [`GET /api/v2/entityNotificationLogs/deployment/${world.deploymentId}/`],
  [`POST ${D}customMetrics/`, aMetric({ name: 'profit' })],
];
/** What tells how the deployment is doing, and what a caller has to send. */
const FOR_EVERYBODY = [
  ...['', 'features/', 'settings/', 'healthSettings/', 'serviceStats/', 'featureDrift/', 'targetDrift/', 'accuracy/'],
  ...['customMetrics/', 'monitoringBatches/', 'capabilities/', 'modelHistory/', 'segmentAttributes/'],
].map((path) => `GET ${D}${path}`);

const status = async (key: string, [line, body]: readonly [string, object?]) =>
  (await app.ask(line, { key, ...(body === undefined ? {} : { body }) })).status;

test.each(FOR_CHANGERS.map((call) => [call[0].replace(world.deploymentId ?? '', '{id}'), call] as const))(
  '%s: 403 for a consumer, not for those who may change the deployment',
  async (_, call) => {
    expect(await status(consumer.key, call)).toBe(403);
    expect(await status(editor.key, call)).toBeLessThan(300);
  },
);

test.each(FOR_EVERYBODY)('%s: also for a consumer', async (line) => {
  expect(await status(consumer.key, [line])).toBe(200);
});

test('a training data export needs a role that may change the deployment before anything else is said', async () => {
  expect(await status(consumer.key, [`POST ${D}trainingDataExports/`, {}])).toBe(403);
});

test('job definitions of others are there for those who may change the deployment only', async () => {
  const one = `/api/v2/batchPredictionJobDefinitions/${world.jobDefinitionId}/`;
  const listed = async (key: string) =>
    (await app.ask('GET /api/v2/batchPredictionJobDefinitions/', { key })).body.data.map(
      ({ id }: { id: string }) => id,
    );
  expect([await status(consumer.key, [`GET ${one}`]), await listed(consumer.key)]).toEqual([404, []]);
  expect([await status(editor.key, [`GET ${one}`]), await listed(editor.key)]).toEqual([200, [world.jobDefinitionId]]);
});

test('a consumer sees how much they asked, and nobody else did', async () => {
  const rows = [{ size: 100, colour: 'red', rooms: 3, house: 'a' }];
  for (const { key } of [owner, consumer]) {
    const line = `POST /predApi/v1.0/deployments/${world.deploymentId}/predictions`;
    expect((await app.ask(line, { key, body: rows })).status).toBe(200);
  }
  const usage = async (key: string) => {
    const { body } = await app.ask(`GET /api/v2/quotas/${world.quotaId}/usage/`, { key });
    return new Set(body.data.map(({ userId }: { userId: string }) => userId));
  };
  expect(await usage(consumer.key)).toEqual(new Set([consumer.id]));
  expect(await usage(editor.key)).toEqual(new Set([owner.id, consumer.id]));
});

test('settings of a connection to a document provider are for administrators', async () => {
  const line = `GET /api/v2/aclConnections/${world.connectionId}/`;
  expect((await app.ask(line, { key: owner.key })).body.config).toEqual({});
  expect((await app.ask(line, { key: admin.key })).body.config).toMatchObject({ tenantId: 't' });
});

/** What a consumer is there for: predictions, and reports of those that were made elsewhere. */
const CALLS_OF_CONSUMERS = [
  ...['predictions', 'predictionsUnstructured', 'chat/completions/', 'model/validation/'],
  ...['modelPackageFileBuilds/', 'scoringCodeBuilds/', 'predictionRequests/fromJSON/', 'predictionStats/fromJSON/'],
  ...['predictionInputs/fromJSON/', 'predictionInputs/fromDataset/', 'customMetrics/bulkUpload/'],
  ...['customMetrics/{customMetricId}/fromJSON/', 'customMetrics/{customMetricId}/fromDataset/'],
];

test('every other route that changes something of a deployment is 403 for a consumer', async () => {
  const OF_ONE = '/api/v2/deployments/{deploymentId}/';
  const { sent, allowed } = await changesAllowedTo(app, { who: 'a consumer', person: consumer, own: world }, OF_ONE);
  expect(sent).toBeGreaterThan(40);
  const theirs = new Set(CALLS_OF_CONSUMERS.map((path) => `POST ${path}`));
  expect(allowed.filter((line) => !theirs.has(line))).toEqual([]);
});

test('the quota of a deployment is changed by those who may change the deployment', async () => {
  const quota = `/api/v2/quotas/${world.quotaId}/`;
  const body = { shadow: true };
  expect(await status(consumer.key, [`GET ${quota}`])).toBe(200);
  expect(await status(consumer.key, [`PATCH ${quota}`, body])).toBe(403);
  expect(await status(consumer.key, [`DELETE ${quota}`])).toBe(403);
  expect(await status(editor.key, [`PATCH ${quota}`, body])).toBe(200);
});
