import type { z } from 'zod';
import { type DeploymentRow, getDeploymentOrThrow, type NewJobBatch } from '#deployments';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Queries, Tx } from '#platform/db/database.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created, noContent } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { deleteBatchAccuracy } from '../actuals/accuracy.store.ts';
import { batchHealth } from '../health/batch-health.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { deleteBatchProfiles } from '../profiles/profile.store.ts';
import { deleteBatchService } from '../service/service.store.ts';
import { toBatch, toBatchModel } from './batch.record.ts';
import type { BatchChange, BatchCreate, BatchModelChange, BatchModelsQuery, BatchQuery } from './batch.schema.ts';
import { batchStore, holdBatches, type KnownBatch } from './batch.store.ts';
import { momentOf } from './period.rules.ts';

export async function createBatch(ctx: Ctx, deploymentId: string, input: z.output<typeof BatchCreate>) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  if (!deployment.settings.batchMonitoring.enabled) refuse(MonitoringProblems.batchesOff);
  const now = ctx.now();
  const row = await ctx.db.transaction(async (tx) => {
    if (await isFull(tx, deployment.organization_id, deploymentId, now)) {
      refuse(MonitoringProblems.tooManyBatches, BATCHES_A_DAY, today(now).end.toISOString());
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
  const batch = toBatch({ ...row, models: [] }, { service: 'unknown', drift: 'unknown', accuracy: 'unknown' });
  return created(`/api/v2/deployments/${deploymentId}/monitoringBatches/${row.id}/`, batch);
}

/** Those who make batches of one deployment take turns, so that the count stays true. */
async function isFull(tx: Tx, organizationId: string, deploymentId: string, now: Date): Promise<boolean> {
  await holdBatches(tx, deploymentId);
  return (await batchStore(tx).madeSince(organizationId, deploymentId, today(now).start)) >= BATCHES_A_DAY;
}

/** For a batch prediction job; null when the deployment has had its share: the job then runs without. */
export async function beginJobBatch(tx: Tx, batch: NewJobBatch, now: Date): Promise<string | null> {
  const { organizationId, deploymentId } = batch;
  if (await isFull(tx, organizationId, deploymentId, now)) return null;
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

async function getBatchOrThrow(
  db: Queries,
  deployment: { readonly id: string; readonly organizationId: string },
  batchId: string,
): Promise<KnownBatch> {
  const batch = await batchStore(db).byId(deployment.organizationId, deployment.id, batchId);
  return batch ?? refuse(MonitoringProblems.noSuchBatch, batchId);
}

/** Before predictions are added to it. */
export async function requireOpenBatch(
  { db }: Pick<Platform, 'db'>,
  deployment: { readonly id: string; readonly organizationId: string },
  batchId: string,
): Promise<void> {
  const { is_locked } = await getBatchOrThrow(db.queries, deployment, batchId);
  if (is_locked) refuse(MonitoringProblems.batchLocked, batchId);
}

/** New batches a deployment may get in a day of UTC. */
export const BATCHES_A_DAY = 100;
const DAY_MS = 24 * 3_600_000;

function today(now: Date): { start: Date; end: Date } {
  const start = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return { start: new Date(start), end: new Date(start + DAY_MS) };
}

interface Place {
  readonly deploymentId: string;
  readonly batchId: string;
}

export async function changeBatch(ctx: Ctx, { deploymentId, batchId }: Place, input: z.output<typeof BatchChange>) {
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  await getBatchOrThrow(ctx.db.queries, { id: deploymentId, organizationId: organization_id }, batchId);
  await batchStore(ctx.db.queries).change(organization_id, batchId, {
    ...(input.batchName === undefined ? {} : { name: input.batchName }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.externalContextUrl === undefined ? {} : { external_context_url: input.externalContextUrl }),
    ...(input.isLocked === undefined ? {} : { is_locked: input.isLocked }),
  });
  return getBatch(ctx, deploymentId, batchId);
}

/** With everything that is known of its predictions; the hours they were made in keep theirs. */
export async function deleteBatch(ctx: Ctx, { deploymentId, batchId }: Place) {
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  await getBatchOrThrow(ctx.db.queries, { id: deploymentId, organizationId: organization_id }, batchId);
  await ctx.db.transaction(async (tx) => {
    await batchStore(tx).delete(organization_id, batchId);
    await deleteBatchProfiles(tx, organization_id, batchId);
    await deleteBatchService(tx, organization_id, batchId);
    await deleteBatchAccuracy(tx, organization_id, batchId);
  });
  return noContent();
}

/** Corrects from when to when a batch is about; null goes back to what was seen. */
export async function changeBatchModel(
  ctx: Ctx,
  place: Place & { readonly modelId: string },
  input: z.output<typeof BatchModelChange>,
) {
  const { deploymentId, batchId, modelId } = place;
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const { models } = await getBatchOrThrow(
    ctx.db.queries,
    { id: deploymentId, organizationId: organization_id },
    batchId,
  );
  const rows = models.filter(({ model_id }) => model_id === modelId);
  const [row] = rows;
  if (row === undefined) return refuse(MonitoringProblems.noSuchModelInBatch, modelId, batchId);
  const told_earliest = corrected('earliestPredictionTimestamp', input.earliestPredictionTimestamp, row.told_earliest);
  const told_latest = corrected('latestPredictionTimestamp', input.latestPredictionTimestamp, row.told_latest);
  const [first, last] = [told_earliest ?? row.earliest, told_latest ?? row.latest];
  if (first > last) refuse(MonitoringProblems.wrongEnds, first.toISOString(), last.toISOString());
  for (const { package_id } of rows) {
    await batchStore(ctx.db.queries).changeModel(batchId, package_id, { told_earliest, told_latest });
  }
  return getBatchModel(ctx, place);
}

function corrected(name: string, sent: string | null | undefined, known: Date | null): Date | null {
  if (sent === undefined) return known;
  if (sent === null) return null;
  const moment = momentOf(sent);
  if (moment === undefined)
    throw invalidFields({ [name]: `"${sent}" is no point in time; write it like 2026-01-31T10:00:00Z` });
  return moment;
}

const moment = (text: string | undefined) => (text === undefined ? undefined : momentOf(text));

export async function listBatches(ctx: Ctx, deploymentId: string, url: string, query: z.output<typeof BatchQuery>) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'read');
  const { search, createdBy, orderBy, createdAfter, createdBefore, startAfter, endBefore, ...window } = query;
  const times = {
    createdAfter: moment(createdAfter),
    createdBefore: moment(createdBefore),
    startAfter: moment(startAfter),
    endBefore: moment(endBefore),
  };
  const filter = { search, createdBy, orderBy, ...times };
  const store = batchStore(ctx.db.queries);
  const { batches, total } = await store.page(deployment.organization_id, deploymentId, filter, window);
  const health = await batchHealth(ctx, deployment, batches);
  const data = batches.map((batch) => toBatch(batch, health(batch.id)));
  return page(ctx.links, url, window, data, total);
}

export async function getBatch(ctx: Ctx, deploymentId: string, batchId: string) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'read');
  const batch = await getBatchOrThrow(
    ctx.db.queries,
    { id: deploymentId, organizationId: deployment.organization_id },
    batchId,
  );
  return toBatch(batch, (await batchHealth(ctx, deployment, [batch]))(batchId));
}

export async function listBatchModels(
  ctx: Ctx,
  { deploymentId, batchId }: { readonly deploymentId: string; readonly batchId: string },
  url: string,
  query: z.output<typeof BatchModelsQuery>,
) {
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'read');
  const { models } = await getBatchOrThrow(
    ctx.db.queries,
    { id: deploymentId, organizationId: organization_id },
    batchId,
  );
  const wanted = models.filter(({ model_id }) => query.modelId === undefined || model_id === query.modelId);
  const shown = wanted.slice(query.offset, query.offset + query.limit);
  return page(ctx.links, url, query, shown.map(toBatchModel), wanted.length);
}

export async function getBatchModel(
  ctx: Ctx,
  {
    deploymentId,
    batchId,
    modelId,
  }: { readonly deploymentId: string; readonly batchId: string; readonly modelId: string },
) {
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'read');
  const { models } = await getBatchOrThrow(
    ctx.db.queries,
    { id: deploymentId, organizationId: organization_id },
    batchId,
  );
  const row = models.find(({ model_id }) => model_id === modelId);
  return toBatchModel(row ?? refuse(MonitoringProblems.noSuchModelInBatch, modelId, batchId));
}

export async function getBatchLimits(ctx: Ctx, deploymentId: string) {
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'read');
  const day = today(ctx.now());
  return {
    batchCreationLimit: BATCHES_A_DAY,
    batchCreationCount: await batchStore(ctx.db.queries).madeSince(organization_id, deploymentId, day.start),
    resetAt: day.end.toISOString(),
  };
}

/** The newest batches of a deployment that is watched batch by batch. */
export async function newestBatches(
  { db }: Pick<Platform, 'db'>,
  { organization_id, id }: DeploymentRow,
  count: number,
): Promise<string[]> {
  const window = { offset: 0, limit: count };
  const { batches } = await batchStore(db.queries).page(organization_id, id, { orderBy: '-createdAt' }, window);
  return batches.map((batch) => batch.id);
}
