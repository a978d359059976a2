import { findPackage, type ManifestTarget, type ModelPackageRow } from '#deployments';
import type { Ctx, Platform } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { readSums } from '../actuals/accuracy.store.ts';
import type { AccuracySum } from '../actuals/accuracy-sum.ts';
import type { AccuracyRow } from '../actuals/actuals.tables.ts';
import { mergedSum, metricNames, type Values, valuesByClass, valuesOf } from '../actuals/target-metrics.ts';
import { loadLayout } from '../profiles/layout.store.ts';
import { baselineOf } from '../profiles/prediction-summary.rules.ts';
import type { Within } from '../scope/statistics-parts.ts';
import { packagesOf, type StatisticsScope } from '../scope/statistics-scope.ts';

/** A model that was asked for, and all that is kept of its predictions. */
export interface EvaluatedModel {
  readonly modelId: string;
  /** Undefined for one that was never behind the deployment, nor a challenger of it. */
  readonly model: ModelPackageRow | undefined;
  readonly rows: readonly AccuracyRow[];
}

const NOTHING: ManifestTarget = { name: null, type: 'Regression', classes: [] };
export const targetOf = ({ model }: EvaluatedModel): ManifestTarget => model?.target ?? NOTHING;

/** Models as they were asked for, each with its sums in the order of time. */
export async function loadEvaluatedModels(ctx: Ctx, scope: StatisticsScope, within: Within): Promise<EvaluatedModel[]> {
  const packages = await packagesOf(ctx, scope);
  const rows = await readSums(ctx.db.queries, { ...scope, within });
  return Promise.all(
    scope.modelIds.map(async (modelId) => {
      const own = rows.filter(({ model_id }) => model_id === modelId);
      const packageId = packages.get(modelId) ?? own[0]?.package_id;
      return { modelId, model: await modelNamed(ctx, packageId), rows: own };
    }),
  );
}

const modelNamed = async (platform: Pick<Platform, 'db'>, id: string | undefined) =>
  id === undefined ? undefined : findPackage(platform, id);

export const sumOf = (target: ManifestTarget, rows: readonly AccuracyRow[]): AccuracySum =>
  mergedSum(
    target,
    rows.map(({ sums }) => sums),
  );

export interface ClassSelection {
  readonly targetClass?: readonly string[] | undefined;
  readonly targetClasses?: readonly string[] | undefined;
}

export const selectedClasses = ({ targetClass, targetClasses }: ClassSelection): string[] => [
  ...new Set([...(targetClass ?? []), ...(targetClasses ?? [])]),
];

/** The requested metric, or the default of the target type. */
export function selectMetric(target: ManifestTarget, metric: string | undefined): string {
  const names = metricNames(target);
  if (metric === undefined) return names[0] ?? 'LogLoss';
  if (names.length > 0 && !names.includes(metric)) {
    throw invalidFields({ metric: `"${metric}" is not a metric of this model. Its metrics are ${names.join(', ')}` });
  }
  return metric;
}

interface ClassValue {
  readonly className: string;
  readonly value: number | null;
}

/** Of several classes: each against all others; of the classes that were asked for, or all. */
export function classValues(
  target: ManifestTarget,
  sum: AccuracySum,
  metric: string,
  asked: readonly string[],
): ClassValue[] {
  return valuesByClass(target, sum).flatMap((values, number) => {
    const className = target.classes[number] ?? '';
    return asked.length === 0 || asked.includes(className) ? [{ className, value: values(metric) }] : [];
  });
}

/** Metrics over all rows; with classes that were asked for, the mean of each of them against all others. */
export function valuesOver(target: ManifestTarget, sum: AccuracySum, asked: readonly string[]): Values {
  if (asked.length === 0 || target.type !== 'Multiclass') return valuesOf(target, sum);
  const wanted = valuesByClass(target, sum).filter((_, number) => asked.includes(target.classes[number] ?? ''));
  return (metric) => {
    const values = wanted.map((one) => one(metric)).filter((value) => value !== null);
    return values.length === 0 ? null : values.reduce((total, value) => total + value, 0) / values.length;
  };
}

/** What a model scored where it was judged in training, and on how many rows. */
export interface ScoreBaseline {
  scoreOf(metric: string): number | null;
  readonly sampleSize: number | null;
}

export async function baselineScores(platform: Platform, model: ModelPackageRow | undefined): Promise<ScoreBaseline> {
  if (!model?.bundle) return { scoreOf: () => null, sampleSize: null };
  const { baselineScores: scores } = model.bundle;
  const scoreOf = (metric: string) => scores[metric] ?? null;
  return { scoreOf, sampleSize: baselineOf(model.target, await loadLayout(platform, model), false)?.rowCount ?? null };
}

/** In percent of where it began; null where there is nothing to compare, or it began with nothing. */
export function percentChange(value: number | null, before: number | null): number | null {
  if (value === null || before === null || before === 0) return null;
  return (100 * (value - before)) / Math.abs(before);
}
