import { duration, earlier } from '@almanac/engine';
import type { z } from 'zod';
import { activeUser } from '#accounts';
import { type BatchEnded, type DeploymentRow, findDeployment, getDeploymentOrThrow } from '#deployments';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { page } from '#platform/http/page.ts';
import { newId } from '#platform/ids.ts';
import { deliverJob } from './deliver.job.ts';
import { BATCH_ENDED, EVENT_GROUPS, EVENTS, labelOf, matchesEvent } from './events.rules.ts';
import type { ListQuery } from './notification.schema.ts';
import {
  lastDelivery,
  listChannelRows,
  listPolicyRows,
  lockNotifiedStates,
  notifiedPolicies,
  pageOfDeliveries,
} from './notification.store.ts';
import type { ChannelRow, DeliveryRow, PolicyRow } from './notification.tables.ts';

/** Something a policy may wait for. */
export interface NotificationEvent {
  readonly type: string;
  readonly message: string;
  readonly details: Readonly<Record<string, string>>;
}

/** Stores a notification and enqueues its delivery in the caller's transaction; returns the status ID. */
export async function enqueueDelivery(
  platform: Platform,
  tx: Tx,
  deployment: Pick<DeploymentRow, 'id' | 'label' | 'organization_id'>,
  to: { readonly channel: Pick<ChannelRow, 'id' | 'name'>; readonly policy: PolicyRow | null; readonly actor: Actor },
  news: NotificationEvent,
): Promise<string> {
  const now = platform.now();
  const id = newId(now);
  const payload = {
    id,
    eventType: news.type,
    timestamp: now.toISOString(),
    message: news.message,
    deployment: { id: deployment.id, label: deployment.label },
    policy: to.policy && { id: to.policy.id, name: to.policy.name },
    details: news.details,
  };
  const row = {
    ...{ id, organization_id: deployment.organization_id, deployment_id: deployment.id, status: 'queued' as const },
    ...{ channel_id: to.channel.id, channel_name: to.channel.name, policy_id: to.policy?.id ?? null },
    ...{ event_type: news.type, message: news.message, payload: JSON.stringify(payload), created_at: now },
  };
  await tx.insertInto('notification_deliveries').values(row).execute();
  const input = { organizationId: deployment.organization_id, deliveryId: id };
  return platform.jobs.enqueue(tx, deliverJob, input, { actor: to.actor, description: 'Sending a notification' });
}

/** Notifies by the policies that match the event, unless one has sent something within its maximal frequency. */
export async function notify(
  platform: Platform,
  tx: Tx,
  deployment: Pick<DeploymentRow, 'id' | 'label' | 'organization_id'>,
  told: { readonly policies: readonly PolicyRow[]; readonly channels: readonly ChannelRow[]; readonly actor: Actor },
  news: NotificationEvent,
): Promise<void> {
  for (const policy of told.policies) {
    const channel = told.channels.find(({ id }) => id === policy.channel_id);
    if (!policy.active || channel === undefined || !matchesEvent(policy, news.type)) continue;
    if (policy.maximal_frequency !== null) {
      const last = await lastDelivery(tx, { organization_id: deployment.organization_id, policy_id: policy.id });
      const since = earlier(platform.now().getTime(), duration(policy.maximal_frequency));
      if (last !== null && last.getTime() > since) continue;
    }
    await enqueueDelivery(platform, tx, deployment, { channel, policy, actor: told.actor }, news);
  }
}

/** Notifies of the end of a batch job; once, however often it is called. */
export async function notifyBatchEnded(platform: Platform, ended: BatchEnded): Promise<void> {
  const { organizationId, deploymentId, batchJobId, outcome, reason } = ended;
  const deployment = await findDeployment(platform, deploymentId);
  if (deployment?.organization_id !== organizationId) return;
  const type = BATCH_ENDED[outcome];
  const message = `${deployment.label}: ${labelOf(type)}. ${reason}`;
  const key = { organization_id: organizationId, deployment_id: deploymentId };
  await platform.db.transaction(async (tx) => {
    // Locked, so that of two concurrent calls the second sees what the first sent.
    await lockNotifiedStates(tx, key);
    const policies = await listPolicyRows(tx, key);
    const channels = await listChannelRows(tx, key);
    const notified = await notifiedPolicies(tx, { ...key, event_type: type }, batchJobId);
    for (const policy of policies) {
      const actor = notified.has(policy.id) ? undefined : await activeUser(tx, organizationId, policy.created_by);
      if (actor === undefined) continue;
      const news = { type, message, details: { batchJobId, reason } };
      await notify(platform, tx, deployment, { policies: [policy], channels, actor }, news);
    }
  });
}

/** Notifications of a deployment, the newest first. */
export async function listDeliveries(ctx: Ctx, deploymentId: string, url: string, window: z.output<typeof ListQuery>) {
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const key = { organization_id, deployment_id: deploymentId };
  const { rows, total } = await pageOfDeliveries(ctx.db.queries, key, window);
  return page(ctx.links, url, window, rows.map(toDelivery), total);
}

const toDelivery = (row: DeliveryRow) => ({
  ...apiFields(row, 'id', 'event_type', 'message', 'channel_id', 'channel_name', 'policy_id', 'status', 'attempts'),
  ...apiFields(row, 'last_error', 'created_at', 'ended_at'),
});

export const listEvents = () => ({
  data: EVENTS.map(({ id, label, groups }) => ({ id, label, eventGroups: [...groups] })),
  eventGroups: [...EVENT_GROUPS],
});
