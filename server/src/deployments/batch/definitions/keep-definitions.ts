import type { z } from 'zod';
import { visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { answer, noContent, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { scheduleWork, unscheduleWork } from '#platform/jobs/schedule/schedule.ts';
import { DEPLOYMENT } from '../../deployment.kind.ts';
import type { BatchDefinitionRow } from '../batch.tables.ts';
import type { BatchSpec } from '../jobs/batch-spec.schema.ts';
import { checkAgainstModel } from '../jobs/check-against-model.ts';
import { checkPlaces } from '../jobs/check-places.ts';
import { specOf } from '../jobs/create-batch-job.ts';
import { withHiddenHeaders, withSealedHeaders } from '../jobs/output-headers.ts';
import { whatScores } from '../jobs/what-scores.ts';
import { commonDefinitions } from './definition.record.ts';
import type { Definition, DefinitionChange, DefinitionCreate, DefinitionQuery } from './definition.schema.ts';
import { definitionStore } from './definition.store.ts';
import { definitionRun, getDefinitionOrThrow } from './run-definition.ts';

async function seen(ctx: Ctx, rows: readonly BatchDefinitionRow[]): Promise<z.output<typeof Definition>[]> {
  const common = await commonDefinitions(ctx.db.queries, definitionRun, rows);
  return common.map((definition, at) => ({
    ...definition,
    batchPredictionJob: withHiddenHeaders((rows[at] as BatchDefinitionRow).spec as BatchSpec),
  }));
}

export async function createDefinition(ctx: Ctx, body: z.output<typeof DefinitionCreate>): Promise<Reply> {
  const { name, enabled, schedule, ...wish } = body;
  const spec = withSealedHeaders(ctx, specOf(wish));
  checkAgainstModel(spec, await whatScores(ctx, spec));
  await checkPlaces(ctx, spec);
  const now = ctx.now();
  const row = await ctx.db.transaction(async (tx) => {
    const made = await definitionStore(tx).insert({
      id: newId(now),
      organization_id: ctx.actor.organizationId,
      kind: 'prediction',
      name: name ?? `Batch prediction job ${now.toISOString()} ${newId(now).slice(-6)}`,
      enabled,
      schedule: schedule == null ? null : JSON.stringify(schedule),
      spec: JSON.stringify(spec),
      deployment_id: spec.deploymentId ?? null,
      created_by: ctx.actor.userId,
      created_at: now,
      updated_by: ctx.actor.userId,
      updated_at: now,
    });
    await keepSchedule(ctx, tx, made);
    return made;
  });
  const [body202] = await seen(ctx, [row]);
  return answer(202, { location: `/api/v2/batchPredictionJobDefinitions/${row.id}/`, body: body202 });
}

async function keepSchedule(ctx: Ctx, tx: Tx, { id, enabled, schedule }: BatchDefinitionRow): Promise<void> {
  if (!enabled || schedule === null) return unscheduleWork(tx, definitionRun, id);
  const { actor } = ctx;
  await scheduleWork(ctx, tx, { kind: definitionRun, subject: id, input: { definitionId: id }, schedule, actor });
}

export async function listDefinitions(ctx: Ctx, url: string, query: z.output<typeof DefinitionQuery>) {
  const mine =
    ctx.actor.role === 'admin' ? null : { userId: ctx.actor.userId, deployments: visibleTo(ctx, DEPLOYMENT, 'write') };
  const filter = { ...query, mine };
  const { rows, total } = await definitionStore(ctx.db.queries).page(
    ctx.actor.organizationId,
    'prediction',
    filter,
    query,
  );
  return page(ctx.links, url, query, await seen(ctx, rows), total);
}

export async function getDefinition(ctx: Ctx, id: string) {
  return (await seen(ctx, [await getDefinitionOrThrow(ctx, id)]))[0];
}

export async function changeDefinition(ctx: Ctx, id: string, change: z.output<typeof DefinitionChange>) {
  const before = await getDefinitionOrThrow(ctx, id);
  const { name, enabled, schedule, ...wish } = change;
  const said = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
  const kept = before.spec as BatchSpec;
  const wished = specOf({ ...withHiddenHeaders(kept), ...nothingElse(said), ...said } as Parameters<typeof specOf>[0]);
  const spec = withSealedHeaders(ctx, wished, kept);
  checkAgainstModel(spec, await whatScores(ctx, spec));
  // What another person wrote stays as it is, also where only they may use it.
  if ('intakeSettings' in said || 'outputSettings' in said) await checkPlaces(ctx, spec);
  const after = {
    name: name ?? before.name,
    enabled: enabled ?? before.enabled,
    schedule: schedule === undefined ? before.schedule : schedule,
  };
  if (after.enabled && after.schedule === null) {
    throw invalidFields({ schedule: 'A definition that is enabled needs a schedule' });
  }
  await ctx.db.transaction(async (tx) => {
    await definitionStore(tx).change(id, {
      ...after,
      schedule: after.schedule === null ? null : JSON.stringify(after.schedule),
      spec: JSON.stringify(spec),
      deployment_id: spec.deploymentId ?? null,
      updated_by: ctx.actor.userId,
      updated_at: ctx.now(),
    });
    await keepSchedule(ctx, tx, { ...before, ...after });
  });
  return getDefinition(ctx, id);
}

const SCORERS = ['deploymentId', 'modelId', 'modelPackageId'];

/** Whatever is named to score the rows from now on takes the place of what did. */
const nothingElse = (said: object) =>
  Object.fromEntries(SCORERS.some((name) => name in said) ? SCORERS.map((name) => [name, null]) : []);

export async function deleteDefinition(ctx: Ctx, id: string): Promise<Reply> {
  await getDefinitionOrThrow(ctx, id);
  await ctx.db.transaction(async (tx) => {
    await unscheduleWork(tx, definitionRun, id);
    await definitionStore(tx).delete(id);
  });
  return noContent();
}
