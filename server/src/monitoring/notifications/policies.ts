import type { z } from 'zod';
import { type DeploymentRow, getDeploymentOrThrow } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created, noContent } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { scheduleWork } from '#platform/jobs/schedule/schedule.ts';
import { healthChangesJob, startNotifying } from './notice.job.ts';
import { NotificationProblems } from './notification.problems.ts';
import type { ListQuery, Policy, PolicyChange, PolicyCreate } from './notification.schema.ts';
import { channelStore, policyStore } from './notification.store.ts';
import type { PolicyRow } from './notification.tables.ts';

const MOST_POLICIES = 100;
const EVERY_FIVE_MINUTES = {
  minute: Array.from({ length: 12 }, (_, at) => 5 * at),
  ...{ hour: ['*'], dayOfMonth: ['*'], month: ['*'], dayOfWeek: ['*'] },
};

export interface PolicyPlace {
  readonly deploymentId: string;
  readonly policyId: string;
}

const toPolicy = (row: PolicyRow): z.infer<typeof Policy> => ({
  id: row.id,
  name: row.name,
  channelId: row.channel_id,
  channelScope: 'entity',
  eventType: row.event_type,
  eventGroup: row.event_group,
  active: row.active,
  maximalFrequency: row.maximal_frequency,
  relatedEntityType: 'deployment',
  relatedEntityId: row.deployment_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** One kind of event, or one group of them. */
function eventOf({ eventType, eventGroup }: z.output<typeof PolicyChange>) {
  if (Boolean(eventType) === Boolean(eventGroup)) {
    throw invalidFields({ eventType: 'Send an eventType or an eventGroup: exactly one of both' });
  }
  return { event_type: eventType ?? null, event_group: eventGroup ?? null };
}

async function requireChannel(ctx: Ctx, { organization_id, id }: DeploymentRow, channelId: string): Promise<void> {
  const channel = await channelStore(ctx.db.queries).byId(organization_id, id, channelId);
  if (channel === undefined) refuse(NotificationProblems.noSuchChannel, channelId);
}

/** From now on somebody looks every few minutes, in the name of whoever wants to know; it ends by itself. */
async function scheduleHealthCheck(ctx: Ctx, tx: Tx, deployment: DeploymentRow): Promise<void> {
  const { organization_id: organizationId, id: deploymentId } = deployment;
  await startNotifying(tx, deployment, ctx.now());
  await scheduleWork(ctx, tx, {
    kind: healthChangesJob,
    subject: deploymentId,
    input: { organizationId, deploymentId },
    schedule: EVERY_FIVE_MINUTES,
    actor: ctx.actor,
  });
}

export async function createPolicy(ctx: Ctx, input: z.output<typeof PolicyCreate>) {
  const deployment = await getDeploymentOrThrow(ctx, input.relatedEntityId, 'write');
  const { organization_id } = deployment;
  await requireChannel(ctx, deployment, input.channelId);
  if ((await policyStore(ctx.db.queries).of(organization_id, deployment.id)).length >= MOST_POLICIES) {
    refuse(NotificationProblems.tooMany, 'notification policies', MOST_POLICIES);
  }
  const now = ctx.now();
  const made: PolicyRow = {
    id: newId(now),
    organization_id,
    deployment_id: deployment.id,
    channel_id: input.channelId,
    name: input.name,
    active: input.active ?? true,
    ...eventOf(input),
    maximal_frequency: input.maximalFrequency ?? null,
    created_by: ctx.actor.userId,
    created_at: now,
    updated_at: now,
  };
  const row = await ctx.db.transaction(async (tx) => {
    await scheduleHealthCheck(ctx, tx, deployment);
    return policyStore(tx).insert(made);
  });
  return created(`/api/v2/entityNotificationPolicies/deployment/${deployment.id}/${row.id}/`, toPolicy(row));
}

export async function listPolicies(ctx: Ctx, deploymentId: string, url: string, window: z.output<typeof ListQuery>) {
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const rows = await policyStore(ctx.db.queries).of(organization_id, deploymentId);
  const shown = rows.slice(window.offset, window.offset + window.limit).map(toPolicy);
  return page(ctx.links, url, window, shown, rows.length);
}

async function getPolicyOrThrow(ctx: Ctx, organizationId: string, { deploymentId, policyId }: PolicyPlace) {
  const row = await policyStore(ctx.db.queries).byId(organizationId, deploymentId, policyId);
  return row ?? refuse(NotificationProblems.noSuchPolicy, policyId);
}

export async function getPolicy(ctx: Ctx, place: PolicyPlace) {
  const { organization_id } = await getDeploymentOrThrow(ctx, place.deploymentId, 'write');
  return toPolicy(await getPolicyOrThrow(ctx, organization_id, place));
}

/** Changes what is said. */
export async function changePolicy(ctx: Ctx, place: PolicyPlace, input: z.output<typeof PolicyChange>) {
  const deployment = await getDeploymentOrThrow(ctx, place.deploymentId, 'write');
  const known = await getPolicyOrThrow(ctx, deployment.organization_id, place);
  if (input.relatedEntityId && input.relatedEntityId !== place.deploymentId) {
    throw invalidFields({ relatedEntityId: 'A policy stays with its deployment: make a new policy there' });
  }
  if (input.channelId) await requireChannel(ctx, deployment, input.channelId);
  const change = {
    name: input.name ?? known.name,
    channel_id: input.channelId ?? known.channel_id,
    active: input.active ?? known.active,
    ...(input.eventType || input.eventGroup ? eventOf(input) : {}),
    ...(input.maximalFrequency === undefined ? {} : { maximal_frequency: input.maximalFrequency }),
    updated_at: ctx.now(),
  };
  const row = await ctx.db.transaction(async (tx) => {
    await scheduleHealthCheck(ctx, tx, deployment);
    return policyStore(tx).change(known, change);
  });
  return toPolicy(row ?? refuse(NotificationProblems.noSuchPolicy, place.policyId));
}

export async function deletePolicy(ctx: Ctx, place: PolicyPlace) {
  const { organization_id } = await getDeploymentOrThrow(ctx, place.deploymentId, 'write');
  const { id } = await getPolicyOrThrow(ctx, organization_id, place);
  await policyStore(ctx.db.queries).delete(organization_id, id);
  return noContent();
}
