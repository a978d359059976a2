import type { z } from 'zod';
import { visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { answer, type ByteReply, bytes, noContent, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { runTimes, scheduleWork, unscheduleWork } from '#platform/jobs/schedule/schedule.ts';
import { newEditableRow } from '#platform/new-row.ts';
import { DEPLOYMENT } from '../../deployment.kind.ts';
import { listOf } from '../../listing.ts';
import { findPeople } from '../../people.store.ts';
import type { BatchDefinitionRow } from '../batch.tables.ts';
import type { BatchSpec } from '../jobs/batch-spec.schema.ts';
import { resolveBatchTarget } from '../jobs/batch-target.ts';
import { checkAgainstModel, hideHeaders, sealHeaders } from '../jobs/check-spec.ts';
import { checkIntakeAndOutput, specOf } from '../jobs/create-batch-job.ts';
import type { Definition, DefinitionChange, DefinitionCreate, DefinitionQuery } from './definition.schema.ts';
import { definitionStore } from './definition.store.ts';
import { definitionRun, getDefinitionOrThrow } from './run-definition.ts';

const toIsoOrNull = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

/** Definitions with what became of them, all with a few questions to the database. */
async function showDefinitions(ctx: Ctx, rows: readonly BatchDefinitionRow[]): Promise<z.output<typeof Definition>[]> {
  const db = ctx.db.queries;
  const ids = listOf(rows, 'id');
  const runs = await definitionStore(db).runs(ids);
  const times = await runTimes(db, definitionRun, ids);
  const people = await findPeople(
    db,
    rows.flatMap((row) => [row.created_by, row.updated_by]),
  );
  const person = (userId: string) => ({
    userId,
    username: people.get(userId)?.username ?? userId,
    fullName: people.get(userId)?.name ?? userId,
  });
  return rows.map((row) => ({
    ...apiFields(row, 'id', 'name', 'enabled'),
    schedule: row.schedule as z.output<typeof Definition>['schedule'],
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
    createdBy: person(row.created_by),
    updatedBy: person(row.updated_by),
    lastFailedRunTime: toIsoOrNull(runs.get(row.id)?.lastFailedRunTime),
    lastSuccessfulRunTime: toIsoOrNull(runs.get(row.id)?.lastSuccessfulRunTime),
    lastScheduledRunTime: toIsoOrNull(times.get(row.id)?.last),
    nextScheduledRunTime: toIsoOrNull(times.get(row.id)?.next),
    lastStartedJobStatus: runs.get(row.id)?.lastStartedJobStatus ?? null,
    lastStartedJobTime: toIsoOrNull(runs.get(row.id)?.lastStartedJobTime),
    batchPredictionJob: hideHeaders(row.spec as BatchSpec),
  }));
}

export async function createDefinition(ctx: Ctx, body: z.output<typeof DefinitionCreate>): Promise<Reply> {
  const { name, enabled, schedule, ...options } = body;
  const spec = sealHeaders(ctx, specOf(options));
  checkAgainstModel(spec, (await resolveBatchTarget(ctx, spec)).package);
  await checkIntakeAndOutput(ctx, spec);
  const now = ctx.now();
  const row = await ctx.db.transaction(async (tx) => {
    const made = await definitionStore(tx).insert({
      ...newEditableRow(ctx),
      kind: 'prediction',
      name: name ?? `Batch prediction job ${now.toISOString()} ${newId(now).slice(-6)}`,
      enabled,
      schedule: schedule == null ? null : JSON.stringify(schedule),
      spec: JSON.stringify(spec),
      deployment_id: spec.deploymentId ?? null,
    });
    await keepSchedule(ctx, tx, made);
    return made;
  });
  const [body202] = await showDefinitions(ctx, [row]);
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
  const store = definitionStore(ctx.db.queries);
  const { rows, total } = await store.page(ctx.actor.organizationId, query, mine);
  return page(ctx.links, url, query, await showDefinitions(ctx, rows), total);
}

export async function getDefinition(ctx: Ctx, id: string) {
  return (await showDefinitions(ctx, [await getDefinitionOrThrow(ctx, id)]))[0];
}

export async function changeDefinition(ctx: Ctx, id: string, change: z.output<typeof DefinitionChange>) {
  const before = await getDefinitionOrThrow(ctx, id);
  const { name, enabled, schedule, ...options } = change;
  const said = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const kept = before.spec as BatchSpec;
  const wished = specOf({ ...hideHeaders(kept), ...nothingElse(said), ...said } as Parameters<typeof specOf>[0]);
  const spec = sealHeaders(ctx, wished, kept);
  checkAgainstModel(spec, (await resolveBatchTarget(ctx, spec)).package);
  // What another person wrote stays as it is, also where only they may use it.
  if ('intakeSettings' in said || 'outputSettings' in said) await checkIntakeAndOutput(ctx, spec);
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
    // The definition first, then its schedule: the order in which changes lock them.
    await definitionStore(tx).delete(id);
    await unscheduleWork(tx, definitionRun, id);
  });
  return noContent();
}

/** The settings of a definition as lines of `name = value`, for a server of its own that scores without this one. */
export async function portableDefinition(ctx: Ctx, id: string): Promise<ByteReply> {
  const { name, spec } = await getDefinitionOrThrow(ctx, id);
  const { intakeSettings, outputSettings, csvSettings, ...rest } = hideHeaders(spec as BatchSpec);
  const lines = [
    `# ${name.replaceAll(/[\r\n]/g, ' ')}`,
    ...flat('prediction', rest),
    ...flat('intake', intakeSettings),
    ...flat('output', outputSettings),
    ...flat('csv', csvSettings),
  ];
  return bytes('text/plain; charset=utf-8', `${lines.join('\n')}\n`, {
    'content-disposition': `attachment;filename=job-definition-${id}.txt`,
  });
}

const flat = (prefix: string, settings: object): string[] =>
  Object.entries(settings).map(([field, value]) => {
    const snake = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return `${prefix}.${snake} = ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
