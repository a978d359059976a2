import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { toBatchRef } from '../scope/batch.record.ts';
import { bucketsOf, type Period, toPeriod } from '../scope/period.rules.ts';
import { getScopeOrThrow, type StatisticsScope, selectBatches } from '../scope/statistics-scope.ts';
import { figureOf, hoursOf, partOf } from './figures.rules.ts';
import type { BatchQuery, OverTimeQuery, SummaryQuery } from './figures.schema.ts';
import { type MetricRow, metricStore } from './metric.store.ts';
import { getMetricOrThrow, type MetricPlace } from './metrics.ts';
import { readSums, type StoredSum, type SumFilter } from './sum.store.ts';

interface Asked {
  readonly modelId?: readonly string[] | undefined;
  readonly modelIds?: readonly string[] | undefined;
  readonly modelPackageId?: readonly string[] | undefined;
}

/** The values of metrics: those of models only of the asked ones (or that of today), the others whatever was asked. */
async function sumsOf(
  ctx: Ctx,
  scope: StatisticsScope,
  asked: Asked,
  metrics: readonly MetricRow[],
  within: SumFilter['within'],
): Promise<StoredSum[]> {
  const ids = (isSpecific: boolean) =>
    metrics.filter((metric) => metric.is_model_specific === isSpecific).map(({ id }) => id);
  const named = asked.modelId !== undefined || asked.modelIds !== undefined || asked.modelPackageId === undefined;
  const common = { organizationId: scope.organizationId, segment: scope.segment, within };
  const ofModels = { modelIds: named ? scope.modelIds : null, packageIds: asked.modelPackageId ?? null };
  const questions: SumFilter[] = [
    { ...common, ...ofModels, metricIds: ids(true) },
    { ...common, modelIds: null, packageIds: null, metricIds: ids(false) },
  ];
  const found = questions.filter(({ metricIds }) => metricIds.length > 0).map((one) => readSums(ctx.db.queries, one));
  return (await Promise.all(found)).flat();
}

function byPart(sums: readonly StoredSum[]): ReadonlyMap<string, readonly StoredSum[]> {
  const parts = new Map<string, StoredSum[]>();
  for (const sum of sums) {
    const known = parts.get(sum.part);
    if (known) known.push(sum);
    else parts.set(sum.part, [sum]);
  }
  return parts;
}

const of = (metric: MetricRow, sums: readonly StoredSum[]) => sums.filter(({ metricId }) => metricId === metric.id);
const allOf = ({ organizationId, deploymentId }: StatisticsScope, ctx: Ctx) =>
  metricStore(ctx.db.queries).of(organizationId, deploymentId);

export async function metricSummary(ctx: Ctx, place: MetricPlace, query: z.output<typeof SummaryQuery>) {
  const scope = await getScopeOrThrow(ctx, place.deploymentId, query);
  const metric = await getMetricOrThrow(ctx, scope.organizationId, place);
  const period = hoursOf(query, ctx.now());
  const sums = await sumsOf(ctx, scope, query, [metric], { buckets: [period] });
  return { period: toPeriod(period), metric: figureOf(metric, sums), ...scope.segmentFields };
}

export async function metricsSummary(ctx: Ctx, deploymentId: string, query: z.output<typeof SummaryQuery>) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  const metrics = await allOf(scope, ctx);
  const period = hoursOf(query, ctx.now());
  const sums = await sumsOf(ctx, scope, query, metrics, { buckets: [period] });
  const figures = metrics.map((metric) => figureOf(metric, of(metric, sums)));
  return { period: toPeriod(period), metrics: figures, ...scope.segmentFields };
}

export async function metricOverTime(ctx: Ctx, place: MetricPlace, query: z.output<typeof OverTimeQuery>) {
  const scope = await getScopeOrThrow(ctx, place.deploymentId, query);
  const metric = await getMetricOrThrow(ctx, scope.organizationId, place);
  const period: Period = hoursOf(query, ctx.now());
  const buckets = bucketsOf(period, query.bucketSize);
  const sums = await sumsOf(ctx, scope, query, [metric], { buckets });
  const parts = byPart(sums);
  return {
    summary: toPeriod(period),
    metric: figureOf(metric, sums),
    buckets: buckets.map((bucket, at) => ({
      period: toPeriod(bucket),
      ...partOf(metric.definition, parts.get(String(at + 1)) ?? []),
    })),
    ...scope.segmentFields,
  };
}

type OfBatches = z.output<typeof BatchQuery>;

/** The asked batches, or all of the deployment; those that are not there are told. */
async function batchSums(ctx: Ctx, deploymentId: string, query: OfBatches, metricId?: string) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  const metrics =
    metricId === undefined
      ? await allOf(scope, ctx)
      : [await getMetricOrThrow(ctx, scope.organizationId, { deploymentId, metricId })];
  const batches = await selectBatches(ctx, scope, query);
  const within = { batchIds: batches.map(({ id }) => id) };
  return { question: scope, metrics, batches, sums: await sumsOf(ctx, scope, query, metrics, within) };
}

export async function metricBatchSummary(ctx: Ctx, { deploymentId, metricId }: MetricPlace, query: OfBatches) {
  const { question: scope, metrics, sums } = await batchSums(ctx, deploymentId, query, metricId);
  return { metric: figureOf(metrics[0] as MetricRow, sums), ...scope.segmentFields };
}

export async function metricsBatchSummary(ctx: Ctx, deploymentId: string, query: OfBatches) {
  const { question: scope, metrics, sums } = await batchSums(ctx, deploymentId, query);
  return { metrics: metrics.map((metric) => figureOf(metric, of(metric, sums))), ...scope.segmentFields };
}

export async function metricOverBatch(ctx: Ctx, { deploymentId, metricId }: MetricPlace, query: OfBatches) {
  const { question: scope, metrics, batches, sums } = await batchSums(ctx, deploymentId, query, metricId);
  const metric = metrics[0] as MetricRow;
  const parts = byPart(sums);
  return {
    metric: figureOf(metric, sums),
    buckets: batches.map((batch) => ({
      batch: toBatchRef(batch),
      ...partOf(metric.definition, parts.get(batch.id) ?? []),
    })),
    ...scope.segmentFields,
  };
}
