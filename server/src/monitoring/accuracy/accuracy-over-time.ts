import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { AccuracyRow } from '../actuals/actuals.tables.ts';
import { bucketsOf, periodOf, toPeriod } from '../scope/period.rules.ts';
import { splitByBatch, splitByTime } from '../scope/statistics-parts.ts';
import { getScopeOrThrow, selectBatches } from '../scope/statistics-scope.ts';
import type { AccuracyOverBatchQuery, AccuracyOverTimeQuery } from './accuracy.schema.ts';
import {
  baselineScores,
  type ClassSelection,
  classValues,
  type EvaluatedModel,
  loadEvaluatedModels,
  selectedClasses,
  selectMetric,
  sumOf,
  targetOf,
  valuesOver,
} from './evaluated-models.ts';

/** A metric over some of the sums of a model; of several classes by class too. */
function pointOf(evaluated: EvaluatedModel, rows: readonly AccuracyRow[], metric: string, query: ClassSelection) {
  const target = targetOf(evaluated);
  const sum = sumOf(target, rows);
  const asked = selectedClasses(query);
  const perClass = target.type === 'Multiclass' ? classValues(target, sum, metric, asked) : null;
  return {
    value: valuesOver(target, sum, asked)(metric),
    sampleSize: sum.matched,
    ...(perClass === null ? {} : { perClass }),
  };
}

/** Next to the list that replaces them, classes as keys: older clients read those. */
function withOldKeys<T extends { readonly perClass?: readonly { className: string; value: number | null }[] }>(one: T) {
  if (one.perClass === undefined) return one;
  return { ...one, valuePerClass: Object.fromEntries(one.perClass.map(({ className, value }) => [className, value])) };
}

async function baselinesOf(ctx: Ctx, models: readonly EvaluatedModel[], metric: string) {
  const known = models.filter(({ model }) => model !== undefined);
  return Promise.all(
    known.map(async ({ modelId, model }) => {
      const { scoreOf, sampleSize } = await baselineScores(ctx, model);
      const value = scoreOf(metric);
      return { modelId, value, sampleSize: value === null ? null : sampleSize };
    }),
  );
}

/** Accuracy over time and model by model. */
export async function accuracyOverTime(ctx: Ctx, deploymentId: string, query: z.output<typeof AccuracyOverTimeQuery>) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  const period = periodOf(query, ctx.now());
  const split = splitByTime(bucketsOf(period, query.bucketSize));
  const models = await loadEvaluatedModels(ctx, scope, period);
  const [first] = models;
  const metric = selectMetric(first === undefined ? noTarget : targetOf(first), query.metric);
  const baselines = await baselinesOf(ctx, models, metric);
  const baseline = baselines.find(({ modelId }) => modelId === first?.modelId) ?? noBaseline(first?.modelId);
  return {
    metric,
    modelId: first?.modelId || null,
    summary: {
      period: toPeriod(period),
      ...(first === undefined ? nothing : withOldKeys(pointOf(first, first.rows, metric, query))),
    },
    baseline: { ...baseline, period: null },
    baselines: baselines.map((one) => ({ ...one, period: null })),
    buckets: models.flatMap((model) =>
      split(model.rows).map(({ label, rows }) => ({
        ...label,
        modelId: model.modelId,
        ...withOldKeys(pointOf(model, rows, metric, query)),
      })),
    ),
    ...scope.segmentFields,
  };
}

const noBaseline = (modelId: string | undefined) => ({ modelId: modelId || null, value: null, sampleSize: null });
const nothing = { value: null, sampleSize: 0 };
const noTarget = { name: null, type: 'Regression', classes: [] } as const;

export async function accuracyOverBatch(
  ctx: Ctx,
  deploymentId: string,
  query: z.output<typeof AccuracyOverBatchQuery>,
) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  const batches = await selectBatches(ctx, scope, query);
  const models = await loadEvaluatedModels(ctx, scope, { batchIds: batches.map(({ id }) => id) });
  const [first] = models;
  const metric = selectMetric(first === undefined ? noTarget : targetOf(first), query.metric);
  return {
    metric,
    baselines: await baselinesOf(ctx, models, metric),
    buckets: models.flatMap((model) =>
      splitByBatch(batches)(model.rows).map(({ label, rows }) => ({
        ...label,
        modelId: model.modelId,
        ...pointOf(model, rows, metric, query),
      })),
    ),
    ...scope.segmentFields,
  };
}
