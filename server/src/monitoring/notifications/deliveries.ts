import type { z } from 'zod';
import { getDeploymentOrThrow } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import type { ListQuery } from './channel.schema.ts';
import { deliveryStore } from './delivery.store.ts';
import { EVENT_GROUPS, EVENTS } from './events.rules.ts';

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
