import type { z } from 'zod';
import { visibleTo } from '#accounts';
import { DEPLOYMENT } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { type Page, page } from '#platform/http/page.ts';
import { invalidFields } from '#platform/http/problem.ts';
import type { ServiceRow } from '../monitoring.tables.ts';
import { toBatchRef } from '../scope/batch.record.ts';
import { bucketsOf, type PeriodQuery, periodOf, toPeriod } from '../scope/period.rules.ts';
import type { WhichQuery } from '../scope/period.schema.ts';
import { splitByBatch, splitByTime, type Within } from '../scope/statistics-parts.ts';
import { getScopeOrThrow, periodOrBatches, type StatisticsScope, selectBatches } from '../scope/statistics-scope.ts';
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
  usesOfDeployments,
} from './service.store.ts';
import { type ServicePiece, type StatsOptions, serviceMetrics } from './service-stats.rules.ts';

const pieceOf = (row: ServiceRow): ServicePiece => ({
  ...countsOf(row),
  consumerId: row.consumer_id,
  hour: row.hour.getTime(),
});

/** The scope of a query, whose segment must be one of callers: service statistics know no features. */
async function serviceScope(ctx: Ctx, deploymentId: string, query: WhichQuery): Promise<StatisticsScope> {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  if (scope.segment !== null && !isConsumerAttribute(scope.segment.attribute)) {
    const known = Object.keys(CONSUMER_ATTRIBUTES).join(', ');
    throw invalidFields({ segmentAttribute: `Service statistics can be segmented by ${known} only` });
  }
  return scope;
}

const readRows = (ctx: Ctx, scope: StatisticsScope, within: Within) =>
  readServiceRows(ctx.db.queries, { ...scope, within });

const optionsOf = ({ quantile, threshold }: { quantile: number; threshold: number }): StatsOptions => ({
  executionTimeQuantile: quantile,
  responseTimeQuantile: quantile,
  slowRequestsThreshold: threshold,
});

export async function serviceStats(ctx: Ctx, deploymentId: string, query: z.output<typeof StatsQuery>) {
  const scope = await serviceScope(ctx, deploymentId, query);
  const { period, within } = await periodOrBatches(ctx, scope, query);
  const rows = await readRows(ctx, scope, within);
  return {
    period: toPeriod(period),
    modelId: scope.modelIds[0] ?? null,
    metrics: serviceMetrics(rows.map(pieceOf), query),
    ...scope.segmentFields,
  };
}

export async function serviceStatsOverTime(ctx: Ctx, deploymentId: string, query: z.output<typeof StatsOverTimeQuery>) {
  const scope = await serviceScope(ctx, deploymentId, query);
  const period = periodOf(query, ctx.now());
  const split = splitByTime(bucketsOf(period, query.bucketSize));
  const all = await readRows(ctx, scope, period);
  const value = (some: readonly ServiceRow[]) => serviceMetrics(some.map(pieceOf), optionsOf(query))[query.metric];
  return {
    metric: query.metric,
    modelId: scope.modelIds[0] ?? null,
    summary: { period: toPeriod(period), value: value(all) },
    buckets: split(all).map(({ label, rows }) => ({ ...label, value: value(rows) })),
    ...scope.segmentFields,
  };
}

export async function batchServiceStats(ctx: Ctx, deploymentId: string, query: z.output<typeof BatchStatsQuery>) {
  const scope = await serviceScope(ctx, deploymentId, query);
  const batches = await selectBatches(ctx, scope, query);
  const rows = await readRows(ctx, scope, { batchIds: batches.map(({ id }) => id) });
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
  const scope = await serviceScope(ctx, deploymentId, query);
  const batches = await selectBatches(ctx, scope, query);
  const all = await readRows(ctx, scope, { batchIds: batches.map(({ id }) => id) });
  return {
    metric: query.metric,
    modelId: scope.modelIds[0] ?? null,
    buckets: splitByBatch(batches)(all).map(({ label, rows }) => {
      return { ...label, value: serviceMetrics(rows.map(pieceOf), optionsOf(query))[query.metric] };
    }),
    ...scope.segmentFields,
  };
}

type Query = WhichQuery & PeriodQuery;

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
    ...apiFields(row, 'deployment_id', 'label', 'last_at'),
    userId: row.consumer_id,
    username: row.consumer_name,
    requests: Number(row.requests),
    predictions: Number(row.predictions),
    errors: Number(row.errors),
  }));
  return page(ctx.links, url, query, data, total);
}
