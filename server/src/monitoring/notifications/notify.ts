import { duration, earlier } from '@almanac/engine';
import type { DeploymentRow } from '#deployments';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { newId } from '#platform/ids.ts';
import { deliverJob } from './deliver.job.ts';
import { deliveryStore } from './delivery.store.ts';
import { waitsFor } from './events.rules.ts';
import type { ChannelRow, PolicyRow } from './notification.tables.ts';

/** Something a policy may wait for. */
export interface News {
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
  news: News,
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
  news: News,
): Promise<void> {
  for (const policy of told.policies) {
    const channel = told.channels.find(({ id }) => id === policy.channel_id);
    if (!policy.active || channel === undefined || !waitsFor(policy, news.type)) continue;
    if (policy.maximal_frequency !== null) {
      const last = await deliveryStore(tx).lastOf(deployment.organization_id, { policyId: policy.id });
      const since = earlier(platform.now().getTime(), duration(policy.maximal_frequency));
      if (last !== null && last.getTime() > since) continue;
    }
    await enqueueDelivery(platform, tx, deployment, { channel, policy, actor: told.actor }, news);
  }
}
