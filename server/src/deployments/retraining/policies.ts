import type { z } from 'zod';
import { requireRole, USE_CASE } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { page, type Window } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import { scheduleWork, unscheduleWork } from '#platform/jobs/schedule/schedule.ts';
import { newRow } from '#platform/new-row.ts';
import { CALENDAR } from '#projects';
import { deploymentStore } from '../records/deployment.store.ts';
import { getChampionOrThrow, getDeploymentOrThrow } from '../records/get-deployment.ts';
import { TextModelProblems } from '../registry/registry.problems.ts';
import { deploymentPath } from '../status-replies.ts';
import { definePolicy, wrongPolicy } from './policy.rules.ts';
import type { NewPolicy, Policy, PolicyChange, PolicyDefinition, PolicyOptions } from './policy.schema.ts';
import { RetrainingProblems } from './retraining.problems.ts';
import { getPolicyOrThrow, MOST_POLICIES, policyStore, runStore } from './retraining.store.ts';
import type { PolicyRow } from './retraining.tables.ts';
import { toRun } from './runs.ts';
import { dueJob } from './start-run.ts';

type Shown = z.input<typeof Policy>;

async function showPolicy(ctx: Ctx, row: PolicyRow): Promise<Shown> {
  const latest = await runStore(ctx.db.queries).latest(row.organization_id, row.id);
  return {
    ...apiFields(row, 'id', 'name', 'description', 'created_at', 'created_by'),
    ...row.definition,
    latestRun: latest === undefined ? null : toRun(latest),
  };
}

export async function listPolicies(ctx: Ctx, deploymentId: string, url: string, window: Window) {
  await getDeploymentOrThrow(ctx, deploymentId, 'read');
  const all = await policyStore(ctx.db.queries).list(ctx.actor.organizationId, deploymentId);
  const rows = all.slice(window.offset, window.offset + window.limit);
  const data: Shown[] = [];
  for (const row of rows) data.push(await showPolicy(ctx, row));
  return page(ctx.links, url, window, data, all.length);
}

export async function getPolicy(ctx: Ctx, deploymentId: string, id: string): Promise<Shown> {
  return showPolicy(ctx, (await getPolicyOrThrow(ctx, deploymentId, id, 'read')).policy);
}

export async function createPolicy(
  ctx: Ctx,
  deploymentId: string,
  options: z.output<typeof NewPolicy>,
): Promise<Reply> {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  await requireNamed(ctx, options);
  const definition = sound(definePolicy(options));
  const { organizationId } = ctx.actor;
  const model = await getChampionOrThrow(ctx, deployment);
  if (model.text_model !== null) refuse(TextModelProblems.writesText, `deployment ${deploymentId}`);
  if (model.execution_type === 'external') refuse(RetrainingProblems.answersElsewhere);
  const made = newRow(ctx);
  const row = await ctx.db.transaction(async (tx) => {
    await deploymentStore(tx).lock(organizationId, deploymentId);
    const policies = policyStore(tx);
    if ((await policies.list(organizationId, deploymentId)).length >= MOST_POLICIES)
      refuse(RetrainingProblems.tooMany, MOST_POLICIES);
    const row = await policies.insert({
      ...made,
      deployment_id: deploymentId,
      name: options.name,
      description: options.description ?? null,
      definition: JSON.stringify(definition),
      updated_at: made.created_at,
    });
    await keepSchedule(ctx, tx, made.id, definition);
    return row;
  });
  return created(`${deploymentPath(deploymentId)}retrainingPolicies/${row.id}/`, await showPolicy(ctx, row));
}

export async function changePolicy(
  ctx: Ctx,
  deploymentId: string,
  id: string,
  options: z.output<typeof PolicyChange>,
): Promise<Shown> {
  const { policy: before } = await getPolicyOrThrow(ctx, deploymentId, id, 'write');
  await requireNamed(ctx, options);
  const definition = sound(definePolicy(options, before.definition));
  await ctx.db.transaction(async (tx) => {
    await policyStore(tx).change(ctx.actor.organizationId, id, {
      name: options.name ?? undefined,
      description: options.description,
      definition: JSON.stringify(definition),
      updated_at: ctx.now(),
    });
    await keepSchedule(ctx, tx, id, definition);
  });
  return getPolicy(ctx, deploymentId, id);
}

/** What it has begun is finished; what it made stays. */
export async function deletePolicy(ctx: Ctx, deploymentId: string, id: string): Promise<Reply> {
  await getPolicyOrThrow(ctx, deploymentId, id, 'write');
  await ctx.db.transaction(async (tx) => {
    // The policy first, then its schedule: the order in which changes lock them.
    await policyStore(tx).remove(ctx.actor.organizationId, id);
    await unscheduleWork(tx, dueJob, id);
  });
  return noContent();
}

/** With its deployment: no policy of it runs any more. The caller holds the deployment. */
export async function stopPolicies(tx: Tx, organizationId: string, deploymentId: string): Promise<void> {
  for (const { id } of await policyStore(tx).list(organizationId, deploymentId)) await unscheduleWork(tx, dueJob, id);
}

/** A policy puts its projects into a use case and counts days by a calendar: both must be the caller's to use. */
async function requireNamed(ctx: Ctx, { useCaseId, timeSeriesOptions }: PolicyOptions): Promise<void> {
  if (useCaseId) await requireRole(ctx, { kind: USE_CASE, id: useCaseId }, 'write');
  const calendarId = timeSeriesOptions?.calendarId;
  if (calendarId) await requireRole(ctx, { kind: CALENDAR, id: calendarId }, 'use');
}

function sound(definition: PolicyDefinition): PolicyDefinition {
  const errors = wrongPolicy(definition);
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return definition;
}

async function keepSchedule(ctx: Ctx, tx: Tx, policyId: string, { trigger }: PolicyDefinition): Promise<void> {
  if (trigger.type !== 'schedule' || trigger.schedule === null) return unscheduleWork(tx, dueJob, policyId);
  const work = { kind: dueJob, subject: policyId, input: { policyId }, schedule: trigger.schedule, actor: ctx.actor };
  await scheduleWork(ctx, tx, work);
}
