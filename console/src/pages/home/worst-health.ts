import type { Deployment } from '../../api/deployments.ts';
import type { HealthState } from '../../parts/text.tsx';

const WORST_FIRST: readonly HealthState[] = ['failing', 'warning', 'passing', 'unknown'];

/** The worst of service, drift and accuracy: one status for a deployment. */
export function worstHealth(
  deployment: Pick<Deployment, 'serviceHealth' | 'modelHealth' | 'accuracyHealth'>,
): HealthState {
  const states = [deployment.serviceHealth, deployment.modelHealth, deployment.accuracyHealth].map(
    ({ status }): HealthState => (status === 'unavailable' ? 'unknown' : status),
  );
  return WORST_FIRST.find((state) => states.includes(state)) ?? 'unknown';
}

/** How many deployments have which status, the worst first; statuses without any are left out. */
export function countByHealth(states: readonly HealthState[]): readonly (readonly [HealthState, number])[] {
  return WORST_FIRST.map((state) => [state, states.filter((one) => one === state).length] as const).filter(
    ([, count]) => count > 0,
  );
}
