import { afterAll, expect, it } from 'vitest';
import { findDeployment } from '#deployments';
import { updateRows } from '#platform/db/rows.ts';
import { anActor, eventually } from '#platform/jobs/jobs.fixtures.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { aPackage } from '../../deployments/deployments.fixtures.ts';
import { aMetric, callsOf } from '../custom-metrics/custom-metrics.fixtures.ts';
import { aDeployment } from '../monitoring.fixtures.ts';
import { matchesEvent, transitionEvent } from './events.rules.ts';
import { healthChangesJob } from './notice.job.ts';
import { lockNotifiedStates } from './notification.store.ts';
import { aReceiver } from './notifications.fixtures.ts';

const now = movableClock('2026-01-05T12:10:00.000Z');
const app = await servedApp({ now, settings: { ALMANAC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.0/8' } });
const { ask, platform } = app;
const ada = await app.person();
const { key } = ada;
const worker = await startWorker(platform, { concurrency: 1 });
afterAll(() => worker.stop());
const { id } = await aDeployment(platform, ada, 'regression');
const call = callsOf(app, id, key);
const related = { relatedEntityType: 'deployment', relatedEntityId: id };
const POLICIES = '/api/v2/entityNotificationPolicies/';
const receiver = await aReceiver();
const channel = { ...related, name: 'hook', channelType: 'Webhook', payloadUrl: receiver.url };
const channelId = (await ask('POST /api/v2/entityNotificationChannels/', { key, body: channel })).body.id;
const make = (over: object) => ask(`POST ${POLICIES}`, { key, body: { ...related, name: 'all', channelId, ...over } });
const logs = async () => (await ask(`GET /api/v2/entityNotificationLogs/deployment/${id}/`, { key })).body.data;
const actor = anActor({ userId: ada.id, organizationId: ada.organizationId });
const look = (deploymentId = id) => {
  const run = {
    jobId: 'x',
    attempt: 1,
    signal: new AbortController().signal,
    actor,
    progress: async () => {},
  };
  return healthChangesJob.run(platform, { organizationId: ada.organizationId, deploymentId }, run);
};
const sentEvents = async () => (await logs()).map(({ eventType }: { eventType: string }) => eventType).sort();

it('a changed status is an event; the first green and an unknown status are none', () => {
  expect(transitionEvent('model', 'unknown', 'failing')).toBe('model_deployments.data_drift_red');
  expect(transitionEvent('model', 'failing', 'warning')).toBe('model_deployments.data_drift_yellow_from_red');
  expect(transitionEvent('service', 'unknown', 'warning')).toBe('model_deployments.service_health_yellow_from_green');
  expect(transitionEvent('service', 'failing', 'passing')).toBe('model_deployments.service_health_green');
  for (const [from, to] of [
    ['unknown', 'passing'],
    ['failing', 'unknown'],
    ['failing', 'failing'],
  ] as const) {
    expect(transitionEvent('service', from, to)).toBeNull();
  }
  const health = { event_type: null, event_group: 'model_deployments.health' };
  expect(matchesEvent(health, 'model_deployments.accuracy_red')).toBe(true);
  expect(matchesEvent(health, 'model_deployments.model_replacement')).toBe(false);
});

it('policies are made, changed and deleted; what they wait for is checked', async () => {
  const { data, eventGroups } = (await ask('GET /api/v2/notificationEvents/', { key })).body;
  expect([data.length, eventGroups]).toEqual([31, ['model_deployments.all', 'model_deployments.health']]);
  const made = await make({ eventType: data[0].id });
  expect(made.status, made.text).toBe(201);
  const path = `${POLICIES}deployment/${id}/${made.body.id}/`;
  expect((await ask(`GET ${path}`, { key })).body).toEqual(made.body);
  const body = { eventGroup: eventGroups[0], active: false };
  expect((await ask(`PUT ${path}`, { key, body })).body).toMatchObject({ ...body, eventType: null });
  expect((await ask(`GET ${POLICIES}deployment/${id}/`, { key })).body.data).toHaveLength(1);
  const eve = await app.person({ organization: 'two' });
  expect((await ask(`GET ${path}`, { key: eve.key })).status).toBe(404);
  expect((await ask(`DELETE ${path}`, { key })).status).toBe(204);
  expect((await ask(`GET ${path}`, { key })).status).toBe(404);
  expect((await make({})).body.errors.eventType).toContain('exactly one');
  expect((await make({ eventType: 'a.b' })).body.errors.eventType).toContain('notificationEvents');
  for (const maximalFrequency of ['often', 'P', 'PT', 'P1DT']) {
    expect((await make({ eventGroup: eventGroups[0], maximalFrequency })).status, maximalFrequency).toBe(422);
  }
  expect((await make({ eventGroup: eventGroups[0], channelId: id })).status).toBe(404);
});

it('news go once to those who wait for them, and not more often than they like', async () => {
  const metric = (await call('POST customMetrics/', aMetric())).body.id;
  const conditions = {
    failingConditions: [{ metricId: metric, compareOperator: 'gt', threshold: 10 }],
    warningConditions: [],
  };
  await call('PATCH healthSettings/', { customMetrics: conditions });
  const report = (value: number) =>
    call(`POST customMetrics/${metric}/fromJSON/`, { buckets: [{ value, timestamp: now().toISOString() }] });
  const health = (await make({ eventGroup: 'model_deployments.health' })).body;
  await make({ eventType: 'model_deployments.custom_metrics_health_red', maximalFrequency: 'P1D', name: 'red' });
  await make({ eventType: 'model_deployments.model_replacement', name: 'model' });
  await make({ eventGroup: 'model_deployments.all', active: false, name: 'asleep' });
  await report(1);
  await look();
  expect(await sentEvents(), 'the first green').toEqual([]);
  await report(100);
  await Promise.all([look(), look(), look()]);
  const red = 'model_deployments.custom_metrics_health_red';
  expect(await sentEvents()).toEqual([red, red]);
  await eventually(async () => receiver.received.length === 2);
  const bodies = receiver.received.map(({ body }) => JSON.parse(body));
  expect(bodies.find(({ policy }) => policy.id === health.id)).toMatchObject({
    message: expect.stringContaining('Custom metrics is failing. cost is 50.5, above 10'),
    details: { from: 'passing', to: 'failing', lamp: 'custom_metrics_health' },
  });
  await report(-200);
  await look();
  await report(900);
  await look();
  const green = 'model_deployments.custom_metrics_health_green';
  expect(await sentEvents(), 'once a day is enough for one of them').toEqual([green, red, red, red]);

  const next = (await aPackage(platform, ada, 'regression')).row;
  const deployment = await findDeployment(platform, id);
  await platform.db.queries.updateTable('deployments').set({ package_id: next.id }).where('id', '=', id).execute();
  await look();
  expect(await sentEvents()).toContain('model_deployments.model_replacement');
  expect(deployment?.package_id).not.toBe(next.id);
});

it('a policy that is woken while nobody seems to want news is not forgotten', async () => {
  const { id: other } = await aDeployment(platform, ada, 'regression');
  const there = { ...related, relatedEntityId: other };
  const hook = await ask('POST /api/v2/entityNotificationChannels/', { key, body: { ...channel, ...there } });
  const request = {
    ...there,
    name: 'all',
    eventGroup: 'model_deployments.all',
    channelId: hook.body.id,
    active: false,
  };
  const { body: policy } = await ask(`POST ${POLICIES}`, { key, body: request });
  const waits = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  let looking: Promise<unknown> | undefined;
  await platform.db.transaction(async (tx) => {
    await lockNotifiedStates(tx, { organization_id: ada.organizationId, deployment_id: other });
    await updateRows(tx, 'notification_policies', { id: policy.id }, { active: true });
    looking = look(other);
    await eventually(async () => (await platform.db.pool.query(waits)).rows.length > 0);
  });
  await looking;
  const planned = 'SELECT subject FROM scheduled_work WHERE subject = $1';
  expect((await platform.db.pool.query(planned, [other])).rows).toHaveLength(1);
});

it('somebody looks every five minutes, until nobody wants to know', async () => {
  const planned = async () =>
    (await platform.db.pool.query('SELECT kind, subject FROM scheduled_work WHERE subject = $1', [id])).rows;
  expect(await planned()).toEqual([{ kind: healthChangesJob.name, subject: id }]);
  await ask(`DELETE /api/v2/entityNotificationChannels/deployment/${id}/${channelId}/`, { key });
  expect((await ask(`GET ${POLICIES}deployment/${id}/`, { key })).body.data).toEqual([]);
  await look();
  expect(await planned()).toEqual([]);
});
