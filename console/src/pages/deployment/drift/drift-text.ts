import type { DistributionBin } from '../../../api/monitoring.ts';
import { figure } from '../../../parts/format.ts';

/** `below 10`, `10 to 20`, `20 and more`; or the name, or what the training data did not have. */
export function binText({ from, to, name }: Pick<DistributionBin, 'from' | 'to' | 'name'>): string {
  if (from === null && to === null) return name ?? 'others';
  if (from === null) return `below ${figure(to)}`;
  return to === null ? `${figure(from)} and more` : `${figure(from)} to ${figure(to)}`;
}

interface Scored {
  readonly featureImpact: number | null;
  readonly driftScore: number | null;
}
export interface Thresholds {
  readonly driftThreshold: number;
  readonly importanceThreshold: number;
}

/** Where a feature stands in the picture of importance against drift. */
export function quadrant({ featureImpact, driftScore }: Scored, limits: Thresholds): 'calm' | 'watch' | 'act' {
  if (driftScore === null || driftScore <= limits.driftThreshold) return 'calm';
  return (featureImpact ?? 0) > limits.importanceThreshold ? 'act' : 'watch';
}

export const USUAL_LIMITS: Thresholds = { driftThreshold: 0.15, importanceThreshold: 0.5 };
