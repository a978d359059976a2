import type { DeploymentHealth, HealthSettings } from '#deployments';
import type { FairnessMetric, FairnessScore } from '../fairness/fairness.rules.ts';

export interface FeatureScores {
  readonly feature: string;
  readonly metric: FairnessMetric;
  readonly scores: readonly FairnessScore[];
}

type FairnessLight = Pick<
  DeploymentHealth['fairness'],
  'status' | 'message' | 'messages' | 'influentialFairnessMetric'
>;

/** Classes that fare worse than they may, for more reasons than chance, are counted; more than the settings say turn it. */
export function fairnessLamp(
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
