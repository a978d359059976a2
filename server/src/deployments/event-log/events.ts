import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { created, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { shownWindow } from '../listing.ts';
import { getDeploymentOrThrow } from '../records/get-deployment.ts';
import { deploymentPath } from '../status-replies.ts';
import type { Event, EventQuery, EventReport } from './event.schema.ts';
import { type DeploymentEventRow, eventStore } from './event.store.ts';

/** Every type that can be reported tells of something that failed. */
const show = (row: DeploymentEventRow): z.infer<typeof Event> => ({
  id: row.id,
  deploymentId: row.deployment_id,
  type: row.type,
  statusType: 'failure',
  ...(row.title === '' ? {} : { title: row.title }),
  ...(row.message === '' ? {} : { message: row.message }),
  timestamp: row.happened_at.toISOString(),
  moderationData: { guardName: row.guard_name, metricName: row.metric_name },
});

const HAS_ZONE = /(z|[+-]\d\d:?\d\d)$/i;
const timeOf = (text: string): Date => new Date(HAS_ZONE.test(text) ? text : `${text}Z`);

export async function reportEvent(ctx: Ctx, body: EventReport): Promise<Reply> {
  const { id } = await getDeploymentOrThrow(ctx, body.deploymentId, 'write');
  const { organizationId, userId } = ctx.actor;
  if (body.orgId && body.orgId !== organizationId) {
    throw invalidFields({ orgId: 'Is not your organization. Leave it out' });
  }
  const now = ctx.now();
  const happened = body.timestamp ? timeOf(body.timestamp) : now;
  const row = await eventStore(ctx.db.queries, organizationId).insert({
    id: newId(now),
    organization_id: organizationId,
    deployment_id: id,
    type: body.eventType,
    title: body.title ?? '',
    message: body.message ?? '',
    guard_name: body.moderationData?.guardName ?? '',
    metric_name: body.moderationData?.metricName ?? '',
    // A date without a time has no place for a zone.
    happened_at: Number.isNaN(happened.getTime()) ? new Date(body.timestamp ?? '') : happened,
    reported_by: userId,
    reported_at: now,
  });
  return created(`${deploymentPath(id)}events/`, show(row));
}

export async function listEvents(ctx: Ctx, id: string, url: string, query: EventQuery) {
  await getDeploymentOrThrow(ctx, id, 'read');
  const { rows, total } = await eventStore(ctx.db.queries, ctx.actor.organizationId).page(id, query);
  return page(ctx.links, url, shownWindow(query, total), rows.map(show), total);
}
