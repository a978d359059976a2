import { metricNamed } from '@almanac/engine';
import type { DeploymentRow, HealthReport, HealthSettings, ModelPackageRow } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { baselineScores, sumOf } from '../accuracy/evaluated-models.ts';
import { newestMatched, readSums } from '../actuals/accuracy.store.ts';
import type { AccuracyRow } from '../actuals/actuals.tables.ts';
import { metricNames, valuesOf } from '../actuals/target-metrics.ts';
import { idColumns } from '../predictions/association-ids.ts';
import { newestBatches } from '../scope/batches.ts';
import { HOUR_MS } from '../scope/period.rules.ts';
import type { Within } from '../scope/statistics-parts.ts';
import type { HealthResult } from './drift-health.ts';

const STRETCH_MS = 7 * 24 * HOUR_MS;

/** Accuracy health over some of the stored sums of a model. */
export async function accuracyOfRows(
  platform: Platform,
  model: ModelPackageRow,
  settings: HealthSettings['accuracy'],
  rows: readonly AccuracyRow[],
): Promise<HealthResult> {
  const { metric } = settings;
  if (!metricNames(model.target).includes(metric)) {
    return { status: 'unknown', message: `${metric} is not a metric of a model of this kind` };
  }
  const sum = sumOf(model.target, rows);
  const { scoreOf } = await baselineScores(platform, model);
  const total = rows.reduce((count, row) => count + row.rows, 0);
  const value = valuesOf(model.target, sum)(metric);
  return evaluateAccuracy({ rows: total, matched: sum.matched, value, baseline: scoreOf(metric) }, settings);
}

/**
 * Actuals are late, so the stretch is the seven days up to the last prediction whose actual is known; of a deployment
 * that is watched batch by batch, its newest batches.
 */
export async function accuracyOf(
  platform: Platform,
  deployment: DeploymentRow,
  model: ModelPackageRow,
  settings: HealthSettings['accuracy'],
): Promise<HealthReport> {
  const nowhere = { startDate: null, endDate: null };
  if (idColumns(deployment).length === 0) {
    return { status: 'unknown', message: 'No association id is set, so that actuals cannot be matched', ...nowhere };
  }
  const of = { organizationId: deployment.organization_id, deploymentId: deployment.id, modelIds: [model.model_id] };
  const light = async (within: Within) =>
    accuracyOfRows(platform, model, settings, await readSums(platform.db.queries, { ...of, segment: null, within }));
  if (deployment.settings.batchMonitoring.enabled) {
    const batchIds = await newestBatches(platform, deployment, settings.batchCount);
    return { ...(await light({ batchIds })), ...nowhere };
  }
  const newest = await newestMatched(platform.db.queries, of.organizationId, of.deploymentId, model.model_id);
  if (newest === null) return { status: 'unknown', message: 'No actuals have been received yet', ...nowhere };
  const end = new Date(newest.getTime() + HOUR_MS);
  const start = new Date(end.getTime() - STRETCH_MS);
  return { ...(await light({ start, end })), startDate: start, endDate: end };
}

/** Fewer rows say more about chance than about the model. */
const LEAST = 100;

interface RecentAccuracy {
  readonly rows: number;
  readonly matched: number;
  readonly value: number | null;
  readonly baseline: number | null;
}

const digits = (value: number): string => String(Number(value.toPrecision(4)));

/** Compares a metric with the thresholds of the health settings. */
export function evaluateAccuracy(seen: RecentAccuracy, settings: HealthSettings['accuracy']): HealthResult {
  const { metric, measurement, warningThreshold, failingThreshold } = settings;
  const { rows, matched, value, baseline } = seen;
  const unknown = (message: string): HealthResult => ({ status: 'unknown', message });
  if (matched === 0) return unknown('No actuals have been received for predictions of this stretch');
  if (matched < LEAST)
    return unknown(`${matched} of ${rows} rows have an actual, which are too few; ${LEAST} are enough`);
  if (value === null) return unknown(`${metric} does not exist on the rows whose actual is known`);
  if (warningThreshold === null && failingThreshold === null) {
    return unknown(`${metric} is ${digits(value)}; no threshold says what that means`);
  }
  const worse = worseningOf(metric, measurement, value, baseline);
  if (worse === null) return unknown(`There is no ${metric} of training to compare ${digits(value)} with`);
  const said = `${metric} is ${digits(value)} on ${matched} of ${rows} rows${baseline === null ? '' : `, in training it was ${digits(baseline)}`}`;
  if (exceeds(worse, failingThreshold)) return { status: 'failing', message: said };
  if (exceeds(worse, warningThreshold)) return { status: 'warning', message: said };
  return { status: 'passing', message: said };
}

type Worsening = (threshold: number) => boolean;
const exceeds = (worse: Worsening, threshold: number | null): boolean => threshold !== null && worse(threshold);

/** Whether the metric is worse than a threshold: a value, or so many percent worse than in training. */
function worseningOf(
  metric: string,
  measurement: HealthSettings['accuracy']['measurement'],
  value: number,
  baseline: number | null,
): Worsening | null {
  const lowerIsBetter = metricNamed(metric).direction === 'lower';
  if (measurement === 'value') return (threshold) => (lowerIsBetter ? value > threshold : value < threshold);
  if (baseline === null || baseline === 0) return null;
  const change = (100 * (value - baseline)) / Math.abs(baseline);
  return (threshold) => (lowerIsBetter ? change : -change) > threshold;
}
