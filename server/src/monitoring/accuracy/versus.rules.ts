import type { BundleTarget } from '#deployments';
import type { AccuracySum } from '../actuals/accuracy-sum.ts';
import { actualCounts, decidedCounts } from '../actuals/class-sum.ts';
import { meanActual, meanPredicted } from '../actuals/number-sum.ts';
import type { PredictionSummary } from '../profiles/prediction-summary.rules.ts';
import type { TargetBaseline } from './target-baseline.ts';

export interface ClassShare {
  readonly className: string;
  readonly count: number;
  readonly percent: number;
}

/** What was predicted beside what happened, of the rows of which both are known. */
export interface Versus {
  readonly rowCountTotal: number;
  readonly rowCountWithActual: number;
  readonly meanPredictedValue: number | null;
  readonly meanActualValue: number | null;
  readonly predictedClassDistribution: readonly ClassShare[] | null;
  readonly actualClassDistribution: readonly ClassShare[] | null;
}

const hasClasses = ({ type }: BundleTarget) => type === 'Binary' || type === 'Multiclass';

function shares({ classes }: BundleTarget, counts: readonly number[], asked: readonly string[]): ClassShare[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return classes.flatMap((className, at) => {
    const count = counts[at] ?? 0;
    const isAsked = asked.length === 0 || asked.includes(className);
    return isAsked ? [{ className, count, percent: total === 0 ? 0 : (100 * count) / total }] : [];
  });
}

export function versusOf(target: BundleTarget, sum: AccuracySum, rows: number, asked: readonly string[]): Versus {
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
export function versusBaseline(
  target: BundleTarget,
  predicted: PredictionSummary,
  actual: TargetBaseline | null,
  asked: readonly string[],
): Versus {
  const isAsked = ({ className }: ClassShare) => asked.length === 0 || asked.includes(className);
  const knowsClasses = actual !== null && actual.counts.length > 0;
  return {
    rowCountTotal: predicted.rowCount,
    rowCountWithActual: actual === null ? 0 : predicted.rowCount,
    meanPredictedValue: predicted.meanPredictedValue,
    meanActualValue: actual?.mean ?? null,
    predictedClassDistribution: hasClasses(target) ? predicted.classDistribution.filter(isAsked) : null,
    actualClassDistribution: hasClasses(target) && knowsClasses ? shares(target, actual.counts, asked) : null,
  };
}
