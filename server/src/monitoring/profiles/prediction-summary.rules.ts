import { quantile } from '@almanac/engine';
import type { ManifestTarget } from '#deployments';
import { PREDICTED_LABEL, PREDICTION, predictionOfClass } from '#projects';
import { DECILES, type Layout, referenceOf } from './layout.ts';
import { columnNamed, mergedColumns, mergedDigest, rowsIn, type StoredProfiles } from './read-profiles.ts';

export interface PredictionSummary {
  readonly rowCount: number;
  readonly meanPredictedValue: number | null;
  readonly percentiles: readonly { readonly percent: number; readonly value: number }[];
  readonly meanProbabilities: readonly { readonly className: string; readonly value: number | null }[];
  readonly classDistribution: readonly {
    readonly className: string;
    readonly count: number;
    readonly percent: number;
  }[];
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
const isOfClasses = ({ type }: ManifestTarget) => type === 'Binary' || type === 'Multiclass';

/** Chances by class; of two classes only that of the positive one is kept. */
function probabilities(target: ManifestTarget, meanOf: (column: string) => number | null) {
  const [negative = '', positive = ''] = target.classes;
  if (target.type !== 'Binary') {
    return target.classes.map((className, c) => ({ className, value: meanOf(predictionOfClass(c)) }));
  }
  const chance = meanOf(PREDICTION);
  return [
    { className: positive, value: chance },
    { className: negative, value: chance === null ? null : 1 - chance },
  ];
}

function distribution(target: ManifestTarget, counts: ReadonlyMap<string, number>) {
  const total = target.classes.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);
  return target.classes.map((className) => {
    const count = counts.get(className) ?? 0;
    return { className, count, percent: total === 0 ? 0 : (100 * count) / total };
  });
}

const byLevel = (levels: readonly string[], counts: ArrayLike<number>) =>
  new Map(levels.map((level, at) => [level, counts[at] ?? 0]));

/** What was predicted in some of the kept profiles. */
export function summaryOf(
  target: ManifestTarget,
  layout: Layout,
  kept: StoredProfiles,
  rows: StoredProfiles['rows'],
  withPercentiles: boolean,
): PredictionSummary {
  const names = layout.filter(({ role }) => role !== 'feature').map(({ name }) => name);
  const merged = new Map(mergedColumns(kept, rows, names).map((profile, at) => [names[at] as string, profile]));
  const meanOf = (name: string) => {
    const moments = merged.get(name)?.moments;
    return moments === undefined || moments.count === 0 ? null : finite(moments.mean);
  };
  const digest = withPercentiles ? mergedDigest(rows) : null;
  const labels = merged.get(PREDICTED_LABEL)?.counts ?? [];
  const hasClasses = isOfClasses(target);
  return {
    rowCount: rowsIn(rows),
    meanPredictedValue: hasClasses ? null : meanOf(PREDICTION),
    percentiles: digest === null ? [] : DECILES.map((percent) => ({ percent, value: quantile(digest, percent / 100) })),
    meanProbabilities: hasClasses ? probabilities(target, meanOf) : [],
    classDistribution: hasClasses
      ? distribution(target, byLevel(columnNamed(layout, PREDICTED_LABEL)?.levels ?? [], labels))
      : [],
  };
}

/** What was predicted on held-out training rows; null for models that were trained elsewhere. */
export function baselineOf(target: ManifestTarget, layout: Layout, withPercentiles: boolean): PredictionSummary | null {
  const hasClasses = isOfClasses(target);
  const number = columnNamed(layout, PREDICTION);
  const label = columnNamed(layout, PREDICTED_LABEL);
  const known = number?.reference ?? label?.reference ?? null;
  if (known === null) return null;
  const meanOf = (name: string) => {
    const moments = (() => {
      const column = columnNamed(layout, name);
      return column && referenceOf(column)?.moments;
    })();
    return moments && moments.count > 0 ? finite(moments.mean) : null;
  };
  const deciles = number?.reference?.deciles ?? [];
  return {
    rowCount: known.count + known.missing,
    meanPredictedValue: hasClasses ? null : meanOf(PREDICTION),
    percentiles: withPercentiles ? deciles.map((value, at) => ({ percent: DECILES[at] ?? 0, value })) : [],
    meanProbabilities: hasClasses ? probabilities(target, meanOf) : [],
    classDistribution: hasClasses
      ? distribution(target, byLevel(label?.levels ?? [], label?.reference?.counts ?? []))
      : [],
  };
}
