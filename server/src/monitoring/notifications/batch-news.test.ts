import { expect, it } from 'vitest';
import { batchApp, housingRows, PATH } from '../../deployments/batch/batch.fixtures.ts';
import { aDeployment } from '../monitoring.fixtures.ts';
import { aReceiver } from './notifications.fixtures.ts';
import { notifyBatchEnded } from './notify.ts';

const { ask, platform, ada, scored, eventually } = await batchApp({
  settings: { ALMANAC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.0/8' },
});
const receiver = await aReceiver();
const { id: deploymentId } = await aDeployment(platform, ada, 'regression');
const related = { relatedEntityType: 'deployment', relatedEntityId: deploymentId };
const hook = { ...related, name: 'hook', channelType: 'Webhook', payloadUrl: receiver.url };
const { id: channelId } = (await ask('POST /api/v2/entityNotificationChannels/', hook)).body;
const policy = (over: object) =>
  ask('POST /api/v2/entityNotificationPolicies/', { ...related, name: 'batches', channelId, ...over });
const logs = async () =>
  (await ask(`GET /api/v2/entityNotificationLogs/deployment/${deploymentId}/`)).body.data as {
    eventType: string;
    message: string;
  }[];

it('those who wait for it are told once that a batch job failed, and why; aborting one is no news', async () => {
  expect((await policy({ eventType: 'batch_predictions.failed' })).status).toBe(201);
  const failed = await scored({ deploymentId }, 'colour\nred\n');
  expect(failed.job.status).toBe('FAILED');
  await eventually(async () => receiver.received.length > 0);
  const told = JSON.parse(receiver.received[0]?.body ?? '');
  expect(told).toMatchObject({
    eventType: 'batch_predictions.failed',
    deployment: { id: deploymentId },
    details: { batchJobId: failed.id },
  });
  expect(told.message).toContain('A batch job failed. ');
  expect(told.details.reason, 'the sentence of the job itself').toBe(failed.job.logs.at(-1));

  const { organizationId } = ada;
  const again = { organizationId, deploymentId, batchJobId: failed.id, outcome: 'failed', reason: 'x' } as const;
  await notifyBatchEnded(platform, again);
  const aborted = (await ask(`POST ${PATH}`, { deploymentId })).body.id;
  expect((await ask(`DELETE ${PATH}${aborted}/`)).status).toBe(202);
  await policy({ eventType: 'batch_predictions.success', name: 'done' });
  const complete = await scored({ deploymentId }, housingRows(3));
  expect(complete.job.status).toBe('COMPLETED');
  await eventually(async () => (await logs()).length > 1);
  expect((await logs()).map(({ eventType }) => eventType).sort()).toEqual([
    'batch_predictions.failed',
    'batch_predictions.success',
  ]);
});
