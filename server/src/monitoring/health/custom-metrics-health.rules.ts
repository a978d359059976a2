import type { HealthSettings } from '#deployments';
import type { LampLight } from './drift-health.rules.ts';

type Condition = HealthSettings['customMetrics']['failingConditions'][number];

/** What is known of a metric lately: its value, or how often each category was counted. */
export interface RecentMetric {
  readonly name: string;
  readonly value: number | null;
  readonly counts: ReadonlyMap<string, number>;
}

const COMPARE: Readonly<
  Record<Condition['compareOperator'], { is(a: number, b: number): boolean; readonly words: string }>
> = {
  lt: { is: (a, b) => a < b, words: 'below' },
  lte: { is: (a, b) => a <= b, words: 'at most' },
  gt: { is: (a, b) => a > b, words: 'above' },
  gte: { is: (a, b) => a >= b, words: 'at least' },
};

function figureOf(metric: RecentMetric, { categoryName }: Condition): number | null {
  return categoryName ? (metric.counts.get(categoryName) ?? null) : metric.value;
}

/** A condition that holds turns the lamp; failing ones are looked at first. Metrics without values say nothing. */
export function customMetricsLamp(
  { warningConditions, failingConditions }: HealthSettings['customMetrics'],
  metrics: ReadonlyMap<string, RecentMetric>,
): LampLight {
  const conditions = [...failingConditions, ...warningConditions];
  if (conditions.length === 0) return { status: 'unknown', message: 'No conditions are set for custom metrics' };
  const holding = (list: readonly Condition[]) =>
    list.flatMap((condition) => {
      const metric = metrics.get(condition.metricId);
      const figure = metric ? figureOf(metric, condition) : null;
      const { is, words } = COMPARE[condition.compareOperator];
      if (!metric || figure === null || !is(figure, condition.threshold)) return [];
      const what = condition.categoryName ? `${metric.name} (${condition.categoryName})` : metric.name;
      return [`${what} is ${figure}, ${words} ${condition.threshold}`];
    });
  const [failing, warning] = [holding(failingConditions), holding(warningConditions)];
  if (failing.length > 0) return { status: 'failing', message: failing.join('; ') };
  if (warning.length > 0) return { status: 'warning', message: warning.join('; ') };
  const known = conditions.filter((condition) => {
    const metric = metrics.get(condition.metricId);
    return metric !== undefined && figureOf(metric, condition) !== null;
  });
  if (known.length === 0) return { status: 'unknown', message: 'No values of the metrics have been reported lately' };
  return { status: 'passing', message: `None of ${known.length} conditions holds` };
}
