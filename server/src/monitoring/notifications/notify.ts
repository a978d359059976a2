import { duration, earlier } from '@almanac/engine';
import type { z } from 'zod';
import { activeUser } from '#accounts';
import { type BatchEnded, type DeploymentRow, findDeployment, getDeploymentOrThrow } from '#deployments';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { page } from '#platform/http/page.ts';
import { newId } from '#platform/ids.ts';
import { deliverJob } from './deliver.job.ts';
import { BATCH_ENDED, EVENT_GROUPS, EVENTS, labelOf, matchesEvent } from './events.rules.ts';
import type { ListQuery } from './notification.schema.ts';
import { channelStore, deliveryStore, lockNotifiedStates, policyStore } from './notification.store.ts';
import type { ChannelRow, PolicyRow } from './notification.tables.ts';

/** Something a policy may wait for. */
export interface NotificationEvent {
  readonly type: string;
  readonly message: string;
  readonly details: Readonly<Record<string, string>>;
}

/** Writes a notification down and has it sent. Part of the caller's transaction; answers the status id. */
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
  await deliveryStore(tx).insert({
    id,
    organization_id: deployment.organization_id,
    deployment_id: deployment.id,
    channel_id: to.channel.id,
    channel_name: to.channel.name,
    policy_id: to.policy?.id ?? null,
    event_type: news.type,
    message: news.message,
    payload: JSON.stringify(payload),
    created_at: now,
  });
  const input = { organizationId: deployment.organization_id, deliveryId: id };
  return platform.jobs.enqueue(tx, deliverJob, input, { actor: to.actor, description: 'Sending a notification' });
}

/** Tells those whose policies wait for the news, unless they were told of something a moment ago. */
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
      const last = await deliveryStore(tx).lastOf(deployment.organization_id, { policyId: policy.id });
      const since = earlier(platform.now().getTime(), duration(policy.maximal_frequency));
      if (last !== null && last.getTime() > since) continue;
    }
    await enqueueDelivery(platform, tx, deployment, { channel, policy, actor: told.actor }, news);
  }
}

/** Tells those who wait for it how a batch job ended. May be called twice for one job: it is told once. */
export async function notifyBatchEnded(platform: Platform, ended: BatchEnded): Promise<void> {
  const { organizationId, deploymentId, batchJobId, outcome, reason } = ended;
  const deployment = await findDeployment(platform, deploymentId);
  if (deployment?.organization_id !== organizationId) return;
  const type = BATCH_ENDED[outcome];
  const message = `${deployment.label}: ${labelOf(type)}. ${reason}`;
  await platform.db.transaction(async (tx) => {
    // Held, so that whoever is told twice at the same moment finds the other's note.
    await lockNotifiedStates(tx, organizationId, deploymentId);
    const policies = await policyStore(tx).of(organizationId, deploymentId);
    const channels = await channelStore(tx).of(organizationId, deploymentId);
    const told = await deliveryStore(tx).notifiedPolicies(organizationId, deploymentId, type, batchJobId);
    for (const policy of policies) {
      const actor = told.has(policy.id) ? undefined : await activeUser(tx, organizationId, policy.created_by);
      if (actor === undefined) continue;
      const news = { type, message, details: { batchJobId, reason } };
      await notify(platform, tx, deployment, { policies: [policy], channels, actor }, news);
    }
  });
}

/** What was sent of a deployment, the newest first. */
export async function listDeliveries(ctx: Ctx, deploymentId: string, url: string, window: z.output<typeof ListQuery>) {
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const { rows, total } = await deliveryStore(ctx.db.queries).page(organization_id, deploymentId, window);
  const data = rows.map((row) => ({
    id: row.id,
    eventType: row.event_type,
    message: row.message,
    channelId: row.channel_id,
    channelName: row.channel_name,
    policyId: row.policy_id,
    status: row.status,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }));
  return page(ctx.links, url, window, data, total);
}

export const listEvents = () => ({
  data: EVENTS.map(({ id, label, groups }) => ({ id, label, eventGroups: [...groups] })),
  eventGroups: [...EVENT_GROUPS],
});
