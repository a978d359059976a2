import type { z } from 'zod';
import { type DeploymentRow, getDeploymentOrThrow, type NewJobBatch } from '#deployments';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Queries, Tx } from '#platform/db/database.ts';
import { deleteRows, updateRows } from '#platform/db/rows.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created, noContent } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { type BatchHealth, toBatch, toBatchModel } from './batch.record.ts';
import type { BatchChange, BatchCreate, BatchModelChange, BatchModelsQuery, BatchQuery } from './batch.schema.ts';
import { batchStore, deleteBatchStatistics, lockBatchCreation, type StoredBatch } from './batch.store.ts';
import { DAY_MS, parseTimestamp } from './period.rules.ts';

/** Batches a deployment may create per UTC day. */
export const BATCHES_PER_DAY = 100;
const NO_HEALTH: BatchHealth = { service: 'unknown', drift: 'unknown', accuracy: 'unknown' };

/** The health of batches by ID. Evaluated in a higher layer, so it is passed in with the routes. */
export type ReadBatchHealth = (
  platform: Platform,
  deployment: DeploymentRow,
  batches: readonly { readonly id: string }[],
) => Promise<(batchId: string) => BatchHealth>;

export interface BatchId {
  readonly deploymentId: string;
  readonly batchId: string;
}

export async function createBatch(ctx: Ctx, deploymentId: string, input: z.output<typeof BatchCreate>) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  if (!deployment.settings.batchMonitoring.enabled) refuse(MonitoringProblems.batchesOff);
  const now = ctx.now();
  const row = await ctx.db.transaction(async (tx) => {
    if (await isLimitReached(tx, deployment.organization_id, deploymentId, now)) {
      refuse(MonitoringProblems.tooManyBatches, BATCHES_PER_DAY, dayOf(now).end.toISOString());
    }
    return batchStore(tx).insert({
      id: newId(now),
      organization_id: deployment.organization_id,
      deployment_id: deploymentId,
      name: input.batchName,
      description: input.description ?? null,
      external_context_url: input.externalContextUrl ?? null,
      job_id: null,
      created_by: ctx.actor.userId,
      created_by_name: ctx.actor.username,
      created_at: now,
    });
  });
  const location = `/api/v2/deployments/${deploymentId}/monitoringBatches/${row.id}/`;
  return created(location, toBatch({ ...row, models: [] }, NO_HEALTH));
}

/** For a batch prediction job. Null when the daily limit is reached: the job then runs without a batch. */
export async function createJobBatch(tx: Tx, batch: NewJobBatch, now: Date): Promise<string | null> {
  const { organizationId, deploymentId } = batch;
  if (await isLimitReached(tx, organizationId, deploymentId, now)) return null;
  const { id } = await batchStore(tx).insert({
    id: newId(now),
    organization_id: organizationId,
    deployment_id: deploymentId,
    name: batch.name,
    description: null,
    external_context_url: null,
    job_id: batch.jobId,
    created_by: batch.createdBy.userId,
    created_by_name: batch.createdBy.username,
    created_at: now,
  });
  return id;
}

/** Serialized per deployment, so that concurrent requests cannot exceed the limit. */
async function isLimitReached(tx: Tx, organizationId: string, deploymentId: string, now: Date): Promise<boolean> {
  await lockBatchCreation(tx, deploymentId);
  return (await batchStore(tx).createdSince(organizationId, deploymentId, dayOf(now).start)) >= BATCHES_PER_DAY;
}

function dayOf(now: Date): { start: Date; end: Date } {
  const start = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return { start: new Date(start), end: new Date(start + DAY_MS) };
}

export async function getBatchLimits(ctx: Ctx, deploymentId: string) {
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'read');
  const day = dayOf(ctx.now());
  return {
    batchCreationLimit: BATCHES_PER_DAY,
    batchCreationCount: await batchStore(ctx.db.queries).createdSince(organization_id, deploymentId, day.start),
    resetAt: day.end.toISOString(),
  };
}

export async function listBatches(
  ctx: Ctx,
  readHealth: ReadBatchHealth,
  deploymentId: string,
  url: string,
  query: z.output<typeof BatchQuery>,
) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'read');
  const { search, createdBy, orderBy, createdAfter, createdBefore, startAfter, endBefore, ...window } = query;
  const time = (text: string | undefined) => (text === undefined ? undefined : parseTimestamp(text));
  const filter = {
    ...{ search, createdBy, orderBy },
    createdAfter: time(createdAfter),
    createdBefore: time(createdBefore),
    startAfter: time(startAfter),
    endBefore: time(endBefore),
  };
  const store = batchStore(ctx.db.queries);
  const { batches, total } = await store.page(deployment.organization_id, deploymentId, filter, window);
  const health = await readHealth(ctx, deployment, batches);
  const data = batches.map((batch) => toBatch(batch, health(batch.id)));
  return page(ctx.links, url, window, data, total);
}

export async function getBatch(ctx: Ctx, readHealth: ReadBatchHealth, id: BatchId) {
  const { deployment, batch } = await openBatch(ctx, id, 'read');
  return toBatch(batch, (await readHealth(ctx, deployment, [batch]))(batch.id));
}

export async function updateBatch(
  ctx: Ctx,
  readHealth: ReadBatchHealth,
  id: BatchId,
  input: z.output<typeof BatchChange>,
) {
  const { deployment, batch } = await openBatch(ctx, id, 'write');
  const { batchName: name, description, externalContextUrl: external_context_url, isLocked: is_locked } = input;
  const where = { organization_id: deployment.organization_id, id: batch.id };
  await updateRows(ctx.db.queries, 'monitoring_batches', where, { name, description, external_context_url, is_locked });
  return getBatch(ctx, readHealth, id);
}

/** Deletes its statistics too; those by hour keep its predictions. */
export async function deleteBatch(ctx: Ctx, id: BatchId) {
  const { deployment, batch } = await openBatch(ctx, id, 'write');
  await ctx.db.transaction(async (tx) => {
    await deleteRows(tx, 'monitoring_batches', { organization_id: deployment.organization_id, id: batch.id });
    await deleteBatchStatistics(tx, deployment.organization_id, batch.id);
  });
  return noContent();
}

export async function listBatchModels(ctx: Ctx, id: BatchId, url: string, query: z.output<typeof BatchModelsQuery>) {
  const { models } = (await openBatch(ctx, id, 'read')).batch;
  const matching = models.filter(({ model_id }) => query.modelId === undefined || model_id === query.modelId);
  const shown = matching.slice(query.offset, query.offset + query.limit);
  return page(ctx.links, url, query, shown.map(toBatchModel), matching.length);
}

export async function getBatchModel(ctx: Ctx, id: BatchId, modelId: string) {
  const { models } = (await openBatch(ctx, id, 'read')).batch;
  const row = models.find(({ model_id }) => model_id === modelId);
  return toBatchModel(row ?? refuse(MonitoringProblems.noSuchModelInBatch, modelId, id.batchId));
}

/** Overrides the first and last prediction time; null restores the recorded one. */
export async function updateBatchModel(
  ctx: Ctx,
  id: BatchId,
  modelId: string,
  input: z.output<typeof BatchModelChange>,
) {
  const { batch } = await openBatch(ctx, id, 'write');
  const rows = batch.models.filter(({ model_id }) => model_id === modelId);
  const [row] = rows;
  if (row === undefined) return refuse(MonitoringProblems.noSuchModelInBatch, modelId, batch.id);
  const told_earliest = overrideTime(
    'earliestPredictionTimestamp',
    input.earliestPredictionTimestamp,
    row.told_earliest,
  );
  const told_latest = overrideTime('latestPredictionTimestamp', input.latestPredictionTimestamp, row.told_latest);
  const [first, last] = [told_earliest ?? row.earliest, told_latest ?? row.latest];
  if (first > last) refuse(MonitoringProblems.wrongEnds, first.toISOString(), last.toISOString());
  const where = { batch_id: batch.id, package_id: rows.map(({ package_id }) => package_id) };
  await updateRows(ctx.db.queries, 'monitoring_batch_models', where, { told_earliest, told_latest });
  return getBatchModel(ctx, id, modelId);
}

function overrideTime(name: string, sent: string | null | undefined, current: Date | null): Date | null {
  if (sent === undefined || sent === null) return sent === undefined ? current : null;
  const time = parseTimestamp(sent);
  if (time === undefined) {
    throw invalidFields({ [name]: `"${sent}" is not a valid timestamp; write it like 2026-01-31T10:00:00Z` });
  }
  return time;
}

async function openBatch(ctx: Ctx, { deploymentId, batchId }: BatchId, need: 'read' | 'write') {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, need);
  const of = { id: deploymentId, organizationId: deployment.organization_id };
  return { deployment, batch: await getBatchOrThrow(ctx.db.queries, of, batchId) };
}

async function getBatchOrThrow(
  db: Queries,
  deployment: { readonly id: string; readonly organizationId: string },
  batchId: string,
): Promise<StoredBatch> {
  const batch = await batchStore(db).byId(deployment.organizationId, deployment.id, batchId);
  return batch ?? refuse(MonitoringProblems.noSuchBatch, batchId);
}

/** Called before predictions are added to the batch. */
export async function requireOpenBatch(
  { db }: Pick<Platform, 'db'>,
  deployment: { readonly id: string; readonly organizationId: string },
  batchId: string,
): Promise<void> {
  const { is_locked } = await getBatchOrThrow(db.queries, deployment, batchId);
  if (is_locked) refuse(MonitoringProblems.batchLocked, batchId);
}

/** IDs of the newest batches of a deployment. */
export async function newestBatches(
  { db }: Pick<Platform, 'db'>,
  { organization_id, id }: DeploymentRow,
  count: number,
): Promise<string[]> {
  const window = { offset: 0, limit: count };
  const { batches } = await batchStore(db.queries).page(organization_id, id, { orderBy: '-createdAt' }, window);
  return batches.map((batch) => batch.id);
}
