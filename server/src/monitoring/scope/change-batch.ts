import type { z } from 'zod';
import { getDeploymentOrThrow } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { noContent } from '#platform/http/reply.ts';
import { deleteBatchAccuracy } from '../actuals/accuracy.store.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { deleteBatchProfiles } from '../profiles/profile.store.ts';
import { deleteBatchService } from '../service/service.store.ts';
import type { BatchChange, BatchModelChange } from './batch.schema.ts';
import { batchStore } from './batch.store.ts';
import { momentOf } from './period.rules.ts';
import { getBatch, getBatchModel } from './read-batches.ts';
import { getBatchOrThrow } from './the-batch.ts';

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
