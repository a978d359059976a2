import type { z } from 'zod';
import { getDeploymentOrThrow } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { batchHealth } from '../health/batch-health.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { toBatch, toBatchModel } from './batch.record.ts';
import type { BatchModelsQuery, BatchQuery } from './batch.schema.ts';
import { batchStore } from './batch.store.ts';
import { BATCHES_A_DAY, today } from './batch-limit.rules.ts';
import { momentOf } from './period.rules.ts';
import { getBatchOrThrow } from './the-batch.ts';

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
