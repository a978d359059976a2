import type { BundleTarget } from '#deployments';
import { invalidFields } from '#platform/http/problem.ts';
import type { AccuracySum } from '../actuals/accuracy-sum.ts';
import { metricNames, type Values, valuesByClass, valuesOf } from '../actuals/target-metrics.ts';

export interface AskedClasses {
  readonly targetClass?: readonly string[] | undefined;
  readonly targetClasses?: readonly string[] | undefined;
}

export const askedClasses = ({ targetClass, targetClasses }: AskedClasses): string[] => [
  ...new Set([...(targetClass ?? []), ...(targetClasses ?? [])]),
];

/** The metric that was asked for, or the usual one of such a target. */
export function askedMetric(target: BundleTarget, metric: string | undefined): string {
  const names = metricNames(target);
  if (metric === undefined) return names[0] ?? 'LogLoss';
  if (names.length > 0 && !names.includes(metric)) {
    throw invalidFields({ metric: `"${metric}" is no metric of this model. It is judged by ${names.join(', ')}` });
  }
  return metric;
}

export interface ClassValue {
  readonly className: string;
  readonly value: number | null;
}

/** Of several classes: each against all others; of the classes that were asked for, or all. */
export function classValues(
  target: BundleTarget,
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
export function valuesOver(target: BundleTarget, sum: AccuracySum, asked: readonly string[]): Values {
  if (asked.length === 0 || target.type !== 'Multiclass') return valuesOf(target, sum);
  const wanted = valuesByClass(target, sum).filter((_, number) => asked.includes(target.classes[number] ?? ''));
  return (metric) => {
    const values = wanted.map((one) => one(metric)).filter((value) => value !== null);
    return values.length === 0 ? null : values.reduce((total, value) => total + value, 0) / values.length;
  };
}
