import type { z } from 'zod';
import { visibleTo } from '#accounts';
import { DEPLOYMENT } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { type Page, page } from '#platform/http/page.ts';
import { invalidFields } from '#platform/http/problem.ts';
import type { ServiceRow } from '../monitoring.tables.ts';
import { toBatchRef } from '../scope/batch.record.ts';
import { bucketAt, bucketsOf, periodOf, toPeriod } from '../scope/period.rules.ts';
import type { WhichQuery } from '../scope/period.schema.ts';
import { getScopeOrThrow, type StatisticsScope, selectBatches } from '../scope/statistics-scope.ts';
import type {
  BatchStatsQuery,
  DeploymentUse,
  StatsOverBatchQuery,
  StatsOverTimeQuery,
  StatsQuery,
  UsageQuery,
} from './service.schema.ts';
import {
  CONSUMER_ATTRIBUTES,
  countsOf,
  isConsumerAttribute,
  readServiceRows,
  type ServiceFilter,
  usesOfDeployments,
} from './service.store.ts';
import { type ServicePiece, type StatsOptions, serviceMetrics } from './service-stats.rules.ts';

/** Service statistics are segmented by caller, not by feature. */
function requireConsumerSegment({ segment }: StatisticsScope): void {
  if (segment === null || isConsumerAttribute(segment.attribute)) return;
  const known = Object.keys(CONSUMER_ATTRIBUTES).join(', ');
  throw invalidFields({ segmentAttribute: `Service statistics can be segmented by ${known} only` });
}

const pieceOf = (row: ServiceRow): ServicePiece => ({
  ...countsOf(row),
  consumerId: row.consumer_id,
  hour: row.hour.getTime(),
});

async function ask(ctx: Ctx, scope: StatisticsScope, within: ServiceFilter['within']): Promise<ServiceRow[]> {
  return readServiceRows(ctx.db.queries, { ...scope, within });
}

const optionsOf = ({ quantile, threshold }: { quantile: number; threshold: number }): StatsOptions => ({
  executionTimeQuantile: quantile,
  responseTimeQuantile: quantile,
  slowRequestsThreshold: threshold,
});

export async function serviceStats(ctx: Ctx, deploymentId: string, query: z.output<typeof StatsQuery>) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  requireConsumerSegment(scope);
  const period = periodOf(query, ctx.now());
  const batches = query.batchId ? await selectBatches(ctx, scope, query) : [];
  const rows = await ask(ctx, scope, query.batchId ? { batchIds: batches.map(({ id }) => id) } : period);
  return {
    period: toPeriod(period),
    modelId: scope.modelIds[0] ?? null,
    metrics: serviceMetrics(rows.map(pieceOf), query),
    ...scope.segmentFields,
  };
}

export async function serviceStatsOverTime(ctx: Ctx, deploymentId: string, query: z.output<typeof StatsOverTimeQuery>) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  requireConsumerSegment(scope);
  const period = periodOf(query, ctx.now());
  const buckets = bucketsOf(period, query.bucketSize);
  const pieces = (await ask(ctx, scope, period)).map(pieceOf);
  const inBucket = buckets.map((): ServicePiece[] => []);
  for (const piece of pieces) inBucket[bucketAt(buckets, new Date(piece.hour))]?.push(piece);
  const value = (some: readonly ServicePiece[]) => serviceMetrics(some, optionsOf(query))[query.metric];
  return {
    metric: query.metric,
    modelId: scope.modelIds[0] ?? null,
    summary: { period: toPeriod(period), value: value(pieces) },
    buckets: buckets.map((bucket, at) => ({ period: toPeriod(bucket), value: value(inBucket[at] ?? []) })),
    ...scope.segmentFields,
  };
}

export async function batchServiceStats(ctx: Ctx, deploymentId: string, query: z.output<typeof BatchStatsQuery>) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  requireConsumerSegment(scope);
  const batches = await selectBatches(ctx, scope, query);
  const rows = await ask(ctx, scope, { batchIds: batches.map(({ id }) => id) });
  const { medianLoad: _, peakLoad: __, ...metrics } = serviceMetrics(rows.map(pieceOf), query);
  return {
    batches: batches.map(toBatchRef),
    modelId: scope.modelIds[0] ?? null,
    metrics,
    ...scope.segmentFields,
  };
}

export async function serviceStatsOverBatch(
  ctx: Ctx,
  deploymentId: string,
  query: z.output<typeof StatsOverBatchQuery>,
) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  requireConsumerSegment(scope);
  const batches = await selectBatches(ctx, scope, query);
  const rows = await ask(ctx, scope, { batchIds: batches.map(({ id }) => id) });
  return {
    metric: query.metric,
    modelId: scope.modelIds[0] ?? null,
    buckets: batches.map((batch) => {
      const pieces = rows.filter(({ batch_id }) => batch_id === batch.id).map(pieceOf);
      return { batch: toBatchRef(batch), value: serviceMetrics(pieces, optionsOf(query))[query.metric] };
    }),
    ...scope.segmentFields,
  };
}

type Query = WhichQuery & { readonly start?: string | undefined; readonly end?: string | undefined };

/** Nothing here makes humility rules, so none was ever triggered: the answer has the form and says so. */
export async function humilityStats(ctx: Ctx, deploymentId: string, query: Query) {
  const { modelIds } = await getScopeOrThrow(ctx, deploymentId, query);
  return { period: toPeriod(periodOf(query, ctx.now())), modelId: modelIds[0] ?? null, data: [] };
}

export async function humilityStatsOverTime(
  ctx: Ctx,
  deploymentId: string,
  query: Query & { readonly bucketSize?: string | undefined },
) {
  const { modelIds } = await getScopeOrThrow(ctx, deploymentId, query);
  const period = periodOf(query, ctx.now());
  return {
    modelId: modelIds[0] ?? null,
    summary: { period: toPeriod(period), values: [] },
    buckets: bucketsOf(period, query.bucketSize).map((bucket) => ({ period: toPeriod(bucket), values: [] })),
  };
}

const USUAL_SPAN_MS = 30 * 86_400_000;

/** Who asked how much of which deployment, for those who may change it; everybody sees what they asked themselves. */
export async function listDeploymentUsage(
  ctx: Ctx,
  url: string,
  query: z.output<typeof UsageQuery>,
): Promise<Page<z.infer<typeof DeploymentUse>>> {
  const to = query.to === undefined ? ctx.now() : new Date(query.to);
  const from = query.from === undefined ? new Date(to.getTime() - USUAL_SPAN_MS) : new Date(query.from);
  if (from > to) throw invalidFields({ from: `Must not be after to (${to.toISOString()})` });
  const { organizationId, userId } = ctx.actor;
  const may = { see: visibleTo(ctx, DEPLOYMENT), change: visibleTo(ctx, DEPLOYMENT, 'write') };
  const { rows, total } = await usesOfDeployments(ctx.db.queries, { ...query, organizationId, userId, may, from, to });
  const data = rows.map((row) => ({
    deploymentId: row.deployment_id,
    label: row.label,
    userId: row.consumer_id,
    username: row.consumer_name,
    requests: Number(row.requests),
    predictions: Number(row.predictions),
    errors: Number(row.errors),
    lastAt: row.last_at.toISOString(),
  }));
  return page(ctx.links, url, query, data, total);
}
