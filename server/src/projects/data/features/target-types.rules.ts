import { metrics, type Task } from '@almanac/engine';
import type { FeatureRow } from '../../core/features/feature.store.ts';
import { SYNTHETIC_AUC } from '../../core/models/metrics.rules.ts';
import { seriesMetrics } from '../../engine/part-predictions.ts';

/** Classes beyond this many are a quantity, or no target at all. */
const MOST_CLASSES = 100;

const NUMBERS = new Set(['Numeric', 'Percentage', 'Currency', 'Length']);

export type TargetType = 'Binary' | 'Multiclass' | 'Regression' | 'Anomaly';

export const TASKS: Readonly<Record<TargetType, Task>> = {
  Binary: 'binary',
  Multiclass: 'multiclass',
  Regression: 'regression',
  Anomaly: 'anomaly',
};

export const isNumber = (feature: Pick<FeatureRow, 'feature_type'>): boolean => NUMBERS.has(feature.feature_type);

/** What kind of problem a target poses; undefined when it cannot be one. */
export function targetTypeOf(feature: FeatureRow): Exclude<TargetType, 'Anomaly'> | undefined {
  const { uniqueCount } = feature.profile;
  if (uniqueCount === 2) return 'Binary';
  if (isNumber(feature)) return 'Regression';
  if (feature.feature_type === 'Boolean') return 'Binary';
  return feature.feature_type === 'Categorical' && uniqueCount <= MOST_CLASSES ? 'Multiclass' : undefined;
}

export function metricsOf(type: TargetType, timeSeries: boolean) {
  if (timeSeries) return seriesMetrics;
  return metrics.filter(({ tasks, needs }) => tasks.includes(TASKS[type]) && needs.length === 0);
}

/** Clients look here for whether more is better, so the measure of anomaly models is here too. */
const ANOMALY_METRIC = {
  metricName: SYNTHETIC_AUC,
  ascending: false,
  supportsBinary: false,
  supportsMulticlass: false,
  supportsRegression: false,
  supportsTimeseries: false,
};

export const metricDetails = () => [
  ...metrics
    .filter(({ needs }) => needs.every((need) => need === 'scale'))
    .map(({ name, direction, tasks }) => ({
      metricName: name,
      ascending: direction === 'lower',
      supportsBinary: tasks.includes('binary'),
      supportsMulticlass: tasks.includes('multiclass'),
      supportsRegression: tasks.includes('regression'),
      supportsTimeseries: seriesMetrics.some((metric) => metric.name === name),
    })),
  ANOMALY_METRIC,
];
