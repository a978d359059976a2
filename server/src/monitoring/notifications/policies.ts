import type { z } from 'zod';
import { type DeploymentRow, getDeploymentOrThrow } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { deleteRows, findRow, updateRows } from '#platform/db/rows.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created, noContent } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { scheduleWork } from '#platform/jobs/schedule/schedule.ts';
import { healthChangesJob, startNotifying } from './notice.job.ts';
import { NotificationProblems } from './notification.problems.ts';
import type { ListQuery, Policy, PolicyChange, PolicyCreate } from './notification.schema.ts';
import { listPolicyRows } from './notification.store.ts';
import type { PolicyRow } from './notification.tables.ts';

const MOST_POLICIES = 100;
const EVERY_FIVE_MINUTES = {
  minute: Array.from({ length: 12 }, (_, at) => 5 * at),
  ...{ hour: ['*'], dayOfMonth: ['*'], month: ['*'], dayOfWeek: ['*'] },
};

interface PolicyId {
  readonly deploymentId: string;
  readonly policyId: string;
}

const toPolicy = (row: PolicyRow): z.infer<typeof Policy> => ({
  ...apiFields(row, 'id', 'name', 'channel_id', 'event_type', 'event_group', 'active', 'maximal_frequency'),
  ...apiFields(row, 'created_at', 'updated_at'),
  channelScope: 'entity',
  relatedEntityType: 'deployment',
  relatedEntityId: row.deployment_id,
});

/** One kind of event, or one group of them. */
function eventOf({ eventType, eventGroup }: z.output<typeof PolicyChange>) {
  if (Boolean(eventType) === Boolean(eventGroup)) {
    throw invalidFields({ eventType: 'Send an eventType or an eventGroup: exactly one of both' });
  }
  return { event_type: eventType ?? null, event_group: eventGroup ?? null };
}

async function requireChannel(ctx: Ctx, { organization_id, id: deployment_id }: DeploymentRow, id: string) {
  const channel = await findRow(ctx.db.queries, 'notification_channels', { organization_id, deployment_id, id });
  if (channel === undefined) refuse(NotificationProblems.noSuchChannel, id);
}

/** Health is then checked every few minutes in the name of the caller, until there is no active policy left. */
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
  const known = await listPolicyRows(ctx.db.queries, { organization_id, deployment_id: deployment.id });
  if (known.length >= MOST_POLICIES) {
    refuse(NotificationProblems.tooMany, 'notification policies', MOST_POLICIES);
  }
  const now = ctx.now();
  const row: PolicyRow = {
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
  await ctx.db.transaction(async (tx) => {
    await scheduleHealthCheck(ctx, tx, deployment);
    await tx.insertInto('notification_policies').values(row).execute();
  });
  return created(`/api/v2/entityNotificationPolicies/deployment/${deployment.id}/${row.id}/`, toPolicy(row));
}

export async function listPolicies(ctx: Ctx, deploymentId: string, url: string, window: z.output<typeof ListQuery>) {
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const rows = await listPolicyRows(ctx.db.queries, { organization_id, deployment_id: deploymentId });
  const shown = rows.slice(window.offset, window.offset + window.limit).map(toPolicy);
  return page(ctx.links, url, window, shown, rows.length);
}

async function getPolicyOrThrow(ctx: Ctx, { deploymentId, policyId: id }: PolicyId) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const { organization_id } = deployment;
  const row = await findRow(ctx.db.queries, 'notification_policies', {
    organization_id,
    deployment_id: deploymentId,
    id,
  });
  return { deployment, policy: row ?? refuse(NotificationProblems.noSuchPolicy, id) };
}

export const getPolicy = async (ctx: Ctx, id: PolicyId) => toPolicy((await getPolicyOrThrow(ctx, id)).policy);

/** Fields that are left out stay. */
export async function changePolicy(ctx: Ctx, id: PolicyId, input: z.output<typeof PolicyChange>) {
  const { deployment, policy: known } = await getPolicyOrThrow(ctx, id);
  if (input.relatedEntityId && input.relatedEntityId !== id.deploymentId) {
    throw invalidFields({ relatedEntityId: 'A policy stays with its deployment: make a new policy there' });
  }
  if (input.channelId) await requireChannel(ctx, deployment, input.channelId);
  const change = {
    name: input.name ?? known.name,
    channel_id: input.channelId ?? known.channel_id,
    active: input.active ?? known.active,
    ...(input.eventType || input.eventGroup ? eventOf(input) : {}),
    maximal_frequency: input.maximalFrequency,
    updated_at: ctx.now(),
  };
  const where = { organization_id: known.organization_id, id: known.id };
  const [row] = await ctx.db.transaction(async (tx) => {
    await scheduleHealthCheck(ctx, tx, deployment);
    return updateRows(tx, 'notification_policies', where, change);
  });
  return toPolicy(row ?? refuse(NotificationProblems.noSuchPolicy, known.id));
}

export async function deletePolicy(ctx: Ctx, id: PolicyId) {
  const { organization_id, id: policyId } = (await getPolicyOrThrow(ctx, id)).policy;
  await deleteRows(ctx.db.queries, 'notification_policies', { organization_id, id: policyId });
  return noContent();
}
