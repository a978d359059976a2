import type { DeploymentRow, HealthSettings, Lamp, ModelPackageRow } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { baselineScores } from '../accuracy/baseline.ts';
import { sumOf } from '../accuracy/judged-models.ts';
import { newestMatched, readSums } from '../actuals/accuracy.store.ts';
import type { AccuracyRow } from '../actuals/actuals.tables.ts';
import { metricNames, valuesOf } from '../actuals/target-metrics.ts';
import { idColumns } from '../predictions/association-ids.ts';
import type { ProfileQuestion } from '../profiles/profile.store.ts';
import { accuracyLamp } from './accuracy-health.rules.ts';
import type { LampLight } from './drift-health.rules.ts';
import { newestBatches } from './newest-batches.ts';

const HOUR_MS = 3_600_000;
const STRETCH_MS = 7 * 24 * HOUR_MS;

/** The lamp of accuracy over some of the kept sums of a model. */
export async function accuracyOfRows(
  platform: Platform,
  model: ModelPackageRow,
  settings: HealthSettings['accuracy'],
  rows: readonly AccuracyRow[],
): Promise<LampLight> {
  const { metric } = settings;
  if (!metricNames(model.target).includes(metric)) {
    return { status: 'unknown', message: `${metric} is no metric of a model of this kind` };
  }
  const sum = sumOf(model.target, rows);
  const { scoreOf } = await baselineScores(platform, model);
  const total = rows.reduce((count, row) => count + row.rows, 0);
  const value = valuesOf(model.target, sum)(metric);
  return accuracyLamp({ rows: total, matched: sum.matched, value, baseline: scoreOf(metric) }, settings);
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
): Promise<Lamp> {
  const nowhere = { startDate: null, endDate: null };
  if (idColumns(deployment).length === 0) {
    return { status: 'unknown', message: 'No association id is set, so that actuals cannot be matched', ...nowhere };
  }
  const of = { organizationId: deployment.organization_id, deploymentId: deployment.id, modelIds: [model.model_id] };
  const light = async (within: ProfileQuestion['within']) =>
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
