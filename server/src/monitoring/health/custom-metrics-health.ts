import type { DeploymentRow, HealthReport, HealthSettings, ModelPackageRow } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { countOf, wholeOf } from '../custom-metrics/figures.rules.ts';
import { metricStore } from '../custom-metrics/metric.store.ts';
import { readSums, type SumFilter } from '../custom-metrics/sum.store.ts';
import { newestBatches } from '../scope/batches.ts';
import { HOUR_MS } from '../scope/period.rules.ts';
import type { HealthResult } from './drift-health.ts';

const DAYS = 7;

/** Custom metrics health over the last seven days, or over the newest batch. */
export async function customMetricsOf(
  platform: Platform,
  deployment: DeploymentRow,
  model: ModelPackageRow,
  { customMetrics }: HealthSettings,
): Promise<HealthReport> {
  const asked = [...customMetrics.failingConditions, ...customMetrics.warningConditions];
  const nowhere = { startDate: null, endDate: null };
  if (asked.length === 0) return { ...evaluateCustomMetrics(customMetrics, new Map()), ...nowhere };
  const isByBatch = deployment.settings.batchMonitoring.enabled;
  const now = platform.now();
  const end = new Date(Math.floor(now.getTime() / HOUR_MS + 1) * HOUR_MS);
  const stretch = { start: new Date(end.getTime() - DAYS * 24 * HOUR_MS), end };
  const within: SumFilter['within'] = isByBatch
    ? { batchIds: await newestBatches(platform, deployment, 1) }
    : { buckets: [stretch] };
  const metrics = await metricStore(platform.db.queries).of(deployment.organization_id, deployment.id);
  const recent = new Map<string, RecentMetric>();
  for (const { id, name, definition, is_model_specific } of metrics) {
    if (!asked.some(({ metricId }) => metricId === id)) continue;
    const sums = await readSums(platform.db.queries, {
      organizationId: deployment.organization_id,
      metricIds: [id],
      modelIds: is_model_specific ? [model.model_id] : null,
      packageIds: null,
      segment: null,
      within,
    });
    const categories = sums.length === 0 ? [] : (definition.categories ?? []);
    const counts = new Map(categories.map(({ value }) => [value, countOf(value, sums)]));
    recent.set(id, { name, value: wholeOf(definition.type, sums), counts });
  }
  const light = evaluateCustomMetrics(customMetrics, recent);
  return { ...light, ...(isByBatch ? nowhere : { startDate: stretch.start, endDate: now }) };
}

type Condition = HealthSettings['customMetrics']['failingConditions'][number];

/** What is known of a metric lately: its value, or how often each category was counted. */
interface RecentMetric {
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

/** A condition that holds sets the status; failing conditions take precedence. Metrics without values are skipped. */
function evaluateCustomMetrics(
  { warningConditions, failingConditions }: HealthSettings['customMetrics'],
  metrics: ReadonlyMap<string, RecentMetric>,
): HealthResult {
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
