import type { Tx } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { openBatchIds } from '../scope/batch.store.ts';
import { MetricSums, type MetricValue } from './gather.rules.ts';
import { MetricProblems } from './metric.problems.ts';
import { touchMetrics } from './metric.store.ts';
import type { MetricRow } from './metric.tables.ts';
import { addSums } from './sum.store.ts';
import { NO_MODEL, type ValuesModel } from './whose-values.ts';

interface Whose {
  readonly organizationId: string;
  readonly metrics: readonly MetricRow[];
  readonly model: ValuesModel;
}

export function sumsOf(values: Iterable<MetricValue>): MetricSums {
  const sums = new MetricSums();
  for (const value of values) sums.add(value);
  return sums;
}

/** Adds in the caller's transaction: all of it or none, should a metric or a batch be gone by now. */
export async function keepSums(tx: Tx, whose: Whose, sums: MetricSums): Promise<void> {
  const { organizationId, metrics, model } = whose;
  const ids = metrics.map(({ id }) => id);
  const held = await touchMetrics(tx, organizationId, ids);
  const gone = ids.find((id) => !held.has(id));
  if (gone !== undefined) refuse(MetricProblems.noSuchMetric, gone);
  const open = await openBatchIds(tx, organizationId, sums.batchIds);
  const missing = sums.batchIds.find((id) => !open.has(id));
  if (missing !== undefined) refuse(MonitoringProblems.noSuchBatch, missing);
  const specific = new Set(metrics.filter((metric) => metric.is_model_specific).map(({ id }) => id));
  const modelOf = (metricId: string) => (specific.has(metricId) ? model : NO_MODEL);
  await addSums(tx, { organizationId, modelOf }, sums.all);
}
