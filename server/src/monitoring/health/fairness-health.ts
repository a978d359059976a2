import {
  type DeploymentHealth,
  type DeploymentRow,
  type HealthSettings,
  type ModelPackageRow,
  NO_HEALTH,
} from '#deployments';
import type { Platform } from '#platform/context.ts';
import { FAIRNESS_SETS, type FairnessMetric, type FairnessScore, fairnessScores } from '../fairness/fairness.rules.ts';
import { favourable, sumClasses } from '../fairness/fairness.ts';
import { newestBatches } from '../scope/batches.ts';
import { HOUR_MS } from '../scope/period.rules.ts';
import type { Within } from '../scope/statistics-parts.ts';

const DAYS = 7;

/** Fairness health over the last seven days, or over the newest batch. */
export async function fairnessOf(
  platform: Platform,
  deployment: DeploymentRow,
  model: ModelPackageRow,
  { fairness }: HealthSettings,
): Promise<DeploymentHealth['fairness']> {
  const monitored = deployment.settings.biasAndFairness;
  if (monitored === null || model.target.type !== 'Binary') return NO_HEALTH.fairness;
  const isByBatch = deployment.settings.batchMonitoring.enabled;
  const now = platform.now();
  const end = new Date(Math.floor(now.getTime() / HOUR_MS + 1) * HOUR_MS);
  const start = new Date(end.getTime() - DAYS * 24 * HOUR_MS);
  const within: Within = isByBatch ? { batchIds: await newestBatches(platform, deployment, 1) } : { start, end };
  const owner = { organizationId: deployment.organization_id, deploymentId: deployment.id, modelId: model.model_id };
  const metrics = FAIRNESS_SETS[monitored.fairnessMetricsSet as keyof typeof FAIRNESS_SETS] ?? [];
  const found: FeatureScores[] = [];
  for (const feature of monitored.protectedFeatures) {
    const scope = { ...owner, attribute: feature, within };
    const together = { count: 0, groupOf: () => -1 };
    const { whole: classes } = await sumClasses(platform, scope, favourable(model.target, monitored), together);
    for (const metric of metrics) {
      found.push({ feature, metric, scores: fairnessScores(metric, classes, monitored.fairnessThreshold) ?? [] });
    }
  }
  return {
    ...evaluateFairness(fairness, monitored.fairnessThreshold, found),
    protectedFeaturesCount: monitored.protectedFeatures.length,
    ...(isByBatch ? { startDate: null, endDate: null } : { startDate: start, endDate: now }),
  };
}

interface FeatureScores {
  readonly feature: string;
  readonly metric: FairnessMetric;
  readonly scores: readonly FairnessScore[];
}

type FairnessLight = Pick<
  DeploymentHealth['fairness'],
  'status' | 'message' | 'messages' | 'influentialFairnessMetric'
>;

/** Classes that fare worse than they may, for more reasons than chance, are counted; more than the settings say turn it. */
function evaluateFairness(
  { protectedClassWarningCount, protectedClassFailingCount }: HealthSettings['fairness'],
  threshold: number,
  found: readonly FeatureScores[],
): FairnessLight {
  const all = found.flatMap(({ feature, metric, scores }) => scores.map((score) => ({ feature, metric, ...score })));
  if (all.length === 0) {
    const message = 'Nothing is known yet of the values of protected features';
    return { status: 'unknown', message, messages: [], influentialFairnessMetric: null };
  }
  const unfair = all
    .filter(({ value, isStatisticallySignificant }) => value < threshold && isStatisticallySignificant)
    .sort((a, b) => a.value - b.value);
  const count = new Set(unfair.map(({ feature, label }) => JSON.stringify([feature, label]))).size;
  const status =
    count > protectedClassFailingCount ? 'failing' : count > protectedClassWarningCount ? 'warning' : 'passing';
  return {
    status,
    message: `${count} classes of protected features score below ${threshold}`,
    messages: unfair.map(
      ({ feature, label, metric, value }) => `${feature} = ${label}: ${metric} is ${Number(value.toFixed(3))}`,
    ),
    influentialFairnessMetric: unfair[0]?.metric ?? null,
  };
}
