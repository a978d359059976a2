import { buffer } from 'node:stream/consumers';
import { type ColumnProfile, readProfiles } from '@almanac/engine';
import type { z } from 'zod';
import type { ManifestTarget, ModelPackageRow } from '#deployments';
import type { Ctx, Platform, ServiceDefinition } from '#platform/context.ts';
import type { AccuracySum } from '../actuals/accuracy-sum.ts';
import type { AccuracyRow } from '../actuals/actuals.tables.ts';
import { actualCounts, decidedCounts } from '../actuals/class-sum.ts';
import { meanActual, meanPredicted } from '../actuals/number-sum.ts';
import { loadLayout } from '../profiles/layout.store.ts';
import { layoutFrom } from '../profiles/layout.ts';
import { baselineOf, type PredictionSummary } from '../profiles/prediction-summary.rules.ts';
import { bucketsOf, periodOf } from '../scope/period.rules.ts';
import { splitByBatch, splitByTime } from '../scope/statistics-parts.ts';
import { getScopeOrThrow, selectBatches } from '../scope/statistics-scope.ts';
import type { VersusOverBatchQuery, VersusOverTime, VersusOverTimeQuery } from './accuracy.schema.ts';
import {
  type ClassSelection,
  type EvaluatedModel,
  loadEvaluatedModels,
  selectedClasses,
  sumOf,
  targetOf,
} from './evaluated-models.ts';

const total = (rows: readonly AccuracyRow[]) => rows.reduce((sum, row) => sum + row.rows, 0);
const countMatched = (rows: readonly AccuracyRow[]) => rows.reduce((sum, row) => sum + row.matched, 0);

function summarize(evaluated: EvaluatedModel, rows: readonly AccuracyRow[], query: ClassSelection) {
  const target = targetOf(evaluated);
  return { modelId: evaluated.modelId, ...versusOf(target, sumOf(target, rows), total(rows), selectedClasses(query)) };
}

async function baselinesOf(ctx: Ctx, models: readonly EvaluatedModel[], query: ClassSelection) {
  const found = await Promise.all(
    models.map(async ({ modelId, model }) => {
      const predicted = model?.bundle && baselineOf(model.target, await loadLayout(ctx, model), false);
      if (!model || !predicted) return [];
      const actual = await targetBaseline(ctx, model);
      return [{ modelId, ...versusBaseline(model.target, predicted, actual, selectedClasses(query)) }];
    }),
  );
  return found.flat();
}

const summaryOf = (models: readonly EvaluatedModel[]) => ({
  rowCountTotal: models.reduce((sum, { rows }) => sum + total(rows), 0),
  rowCountWithActual: models.reduce((sum, { rows }) => sum + countMatched(rows), 0),
});

/** What was predicted beside what happened, bucket by bucket and model by model. */
export async function versusOverTime(ctx: Ctx, deploymentId: string, query: z.output<typeof VersusOverTimeQuery>) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  const period = periodOf(query, ctx.now());
  const split = splitByTime(bucketsOf(period, query.bucketSize));
  const models = await loadEvaluatedModels(ctx, scope, period);
  return {
    summary: summaryOf(models),
    baselines: await baselinesOf(ctx, models, query),
    buckets: models.flatMap((model) =>
      split(model.rows).map(({ label, rows }) => ({ ...label, ...summarize(model, rows, query) })),
    ),
  };
}

export async function versusOverBatch(ctx: Ctx, deploymentId: string, query: z.output<typeof VersusOverBatchQuery>) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  const batches = await selectBatches(ctx, scope, query);
  const models = await loadEvaluatedModels(ctx, scope, { batchIds: batches.map(({ id }) => id) });
  return {
    summary: summaryOf(models),
    baselines: await baselinesOf(ctx, models, query),
    buckets: models.flatMap((model) =>
      splitByBatch(batches)(model.rows).map(({ label, rows }) => ({ ...label, ...summarize(model, rows, query) })),
    ),
    ...scope.segmentFields,
  };
}

/** What was predicted beside what happened, of the rows of which both are known. */
type Versus = Omit<z.output<typeof VersusOverTime>['baselines'][number], 'modelId'>;
type ClassShare = PredictionSummary['classDistribution'][number];

const hasClasses = ({ type }: ManifestTarget) => type === 'Binary' || type === 'Multiclass';

function shares({ classes }: ManifestTarget, counts: readonly number[], asked: readonly string[]): ClassShare[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return classes.flatMap((className, at) => {
    const count = counts[at] ?? 0;
    const isSelected = asked.length === 0 || asked.includes(className);
    return isSelected ? [{ className, count, percent: total === 0 ? 0 : (100 * count) / total }] : [];
  });
}

function versusOf(target: ManifestTarget, sum: AccuracySum, rows: number, asked: readonly string[]): Versus {
  const known = sum.matched > 0;
  const classes = target.classes.length;
  const numbers = known && !hasClasses(target) && target.type !== 'Anomaly';
  return {
    rowCountTotal: rows,
    rowCountWithActual: sum.matched,
    meanPredictedValue: numbers ? meanPredicted(sum) : null,
    meanActualValue: numbers ? meanActual(sum) : null,
    predictedClassDistribution: hasClasses(target) ? shares(target, decidedCounts(sum, classes), asked) : null,
    actualClassDistribution: hasClasses(target) ? shares(target, actualCounts(sum, classes), asked) : null,
  };
}

/** The same of the rows a model was judged on in training. */
function versusBaseline(
  target: ManifestTarget,
  predicted: PredictionSummary,
  actual: TargetBaseline | null,
  asked: readonly string[],
): Versus {
  const isSelected = ({ className }: ClassShare) => asked.length === 0 || asked.includes(className);
  const knowsClasses = actual !== null && actual.counts.length > 0;
  return {
    rowCountTotal: predicted.rowCount,
    rowCountWithActual: actual === null ? 0 : predicted.rowCount,
    meanPredictedValue: predicted.meanPredictedValue,
    meanActualValue: actual?.mean ?? null,
    predictedClassDistribution: hasClasses(target) ? predicted.classDistribution.filter(isSelected) : null,
    actualClassDistribution: hasClasses(target) && knowsClasses ? shares(target, actual.counts, asked) : null,
  };
}

/** What really happened in the rows a model learned from. */
interface TargetBaseline {
  readonly rows: number;
  /** Of numbers. */
  readonly mean: number | null;
  /** Rows by class, in the order of the target. */
  readonly counts: readonly number[];
}

const MOST_CACHED = 1000;
/** By model version, which never changes. */
const baselineCache: ServiceDefinition<Map<string, TargetBaseline | null>> = {
  name: 'target baselines',
  open: () => new Map(),
};

/** Null for models that were trained elsewhere, and for references without their target. */
async function targetBaseline({ blobs, services }: Platform, model: ModelPackageRow): Promise<TargetBaseline | null> {
  const cache = services.get(baselineCache);
  const known = cache.get(model.id);
  if (known !== undefined) return known;
  const made = model.bundle === null ? null : baselineFromProfile(model, await read(blobs, model.bundle.referenceKey));
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(model.id, made);
  return made;
}

const read = async (blobs: Platform['blobs'], key: string) => readProfiles(await buffer(await blobs.read(key)));

function baselineFromProfile({ target }: ModelPackageRow, columns: readonly ColumnProfile[]): TargetBaseline | null {
  const [column] = layoutFrom(columns.filter(({ column: name }) => name === target.name));
  const reference = column?.reference;
  if (!column || !reference) return null;
  const { count: rows, mean, counts } = reference;
  if (target.type === 'Regression') return { rows, mean, counts: [] };
  if (column.kind === 'numbers') return { rows, mean: null, counts: countsByMean(target.classes, rows, mean) };
  return { rows, mean: null, counts: target.classes.map((name) => counts[column.levels.indexOf(name)] ?? 0) };
}

/** Two classes that are written as numbers: their mean tells how many are of each. Of more it does not. */
function countsByMean(classes: readonly string[], rows: number, mean: number): number[] {
  const [low = Number.NaN, high = Number.NaN] = classes.map(Number);
  if (classes.length !== 2 || !Number.isFinite(high - low)) return [];
  const second = Math.round((rows * (mean - low)) / (high - low));
  return [rows - second, second];
}
