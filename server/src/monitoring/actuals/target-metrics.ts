import type { ManifestTarget } from '#deployments';
import { type AccuracySum, emptySum, mergeStored, type SumShape } from './accuracy-sum.ts';
import { binaryMetrics, binaryShape, classMetrics, multiclassMetrics, multiclassShape } from './class-sum.ts';
import { numberMetrics, numberShape } from './number-sum.ts';

type Target = Pick<ManifestTarget, 'type' | 'classes'>;

const OF_NUMBERS = [
  ...['RMSE', 'MAE', 'MAD', 'MAPE', 'RMSLE', 'R Squared', 'Gini Norm', 'Poisson Deviance', 'Gamma Deviance'],
  ...['Tweedie Deviance', 'FVE Poisson', 'FVE Gamma', 'FVE Tweedie'],
];
const OF_TWO = [
  ...['LogLoss', 'AUC', 'Gini Norm', 'Kolmogorov-Smirnov', 'FVE Binomial', 'Accuracy', 'Balanced Accuracy', 'F1'],
  ...['MCC', 'TPR', 'FPR', 'TNR', 'PPV', 'NPV', 'Rate@Top10%', 'Rate@Top5%'],
];
const OF_SEVERAL = ['LogLoss', 'FVE Multinomial', 'Accuracy', 'Balanced Accuracy', 'F1', 'MCC'];

/** Null where nothing happens that predictions could be compared with: anomalies. */
export function shapeOf({ type }: Target): SumShape | null {
  if (type === 'Anomaly') return null;
  if (type === 'Regression') return numberShape;
  return type === 'Binary' ? binaryShape : multiclassShape;
}

/** The metrics of a target, the default first. */
export function metricNames({ type }: Target): readonly string[] {
  if (type === 'Anomaly') return [];
  if (type === 'Regression') return OF_NUMBERS;
  return type === 'Binary' ? OF_TWO : OF_SEVERAL;
}

export type Values = (metric: string) => number | null;

const known =
  (values: ReadonlyMap<string, number>): Values =>
  (metric) => {
    const value = values.get(metric);
    return value === undefined || !Number.isFinite(value) ? null : value;
  };

/** Null for metrics that do not exist on these rows, or for this kind of target. */
export function valuesOf({ type }: Target, sum: AccuracySum): Values {
  if (sum.matched === 0 || type === 'Anomaly') return () => null;
  if (type === 'Regression') return known(numberMetrics(sum));
  return known(type === 'Binary' ? binaryMetrics(sum) : multiclassMetrics(sum));
}

/** By class of several, each against all others. */
export function valuesByClass({ type, classes }: Target, sum: AccuracySum): readonly Values[] {
  if (type !== 'Multiclass') return [];
  return classes.map((_, number) => (sum.matched === 0 ? () => null : known(classMetrics(sum, number))));
}

export function mergedSum(target: Target, kept: readonly Buffer[]): AccuracySum {
  const shape = shapeOf(target);
  if (shape === null) return { matched: 0, numbers: new Float64Array(0), cells: new Map() };
  const merged = emptySum(shape, target);
  for (const bytes of kept) mergeStored(shape, merged, bytes);
  return merged;
}
