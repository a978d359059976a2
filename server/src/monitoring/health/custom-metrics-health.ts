import type { DeploymentRow, HealthSettings, Lamp, ModelPackageRow } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { countOf, wholeOf } from '../custom-metrics/figures.rules.ts';
import { metricStore } from '../custom-metrics/metric.store.ts';
import { readSums, type SumQuestion } from '../custom-metrics/sum.store.ts';
import { customMetricsLamp, type RecentMetric } from './custom-metrics-health.rules.ts';
import { newestBatches } from './newest-batches.ts';

const HOUR_MS = 3_600_000;
const DAYS = 7;

/** The lamp of custom metrics: over the last seven days, or over the newest batch. */
export async function customMetricsOf(
  platform: Platform,
  deployment: DeploymentRow,
  model: ModelPackageRow,
  { customMetrics }: HealthSettings,
): Promise<Lamp> {
  const asked = [...customMetrics.failingConditions, ...customMetrics.warningConditions];
  const nowhere = { startDate: null, endDate: null };
  if (asked.length === 0) return { ...customMetricsLamp(customMetrics, new Map()), ...nowhere };
  const isByBatch = deployment.settings.batchMonitoring.enabled;
  const now = platform.now();
  const end = new Date(Math.floor(now.getTime() / HOUR_MS + 1) * HOUR_MS);
  const stretch = { start: new Date(end.getTime() - DAYS * 24 * HOUR_MS), end };
  const within: SumQuestion['within'] = isByBatch
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
  const light = customMetricsLamp(customMetrics, recent);
  return { ...light, ...(isByBatch ? nowhere : { startDate: stretch.start, endDate: now }) };
}
