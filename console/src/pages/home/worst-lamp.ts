import type { Deployment } from '../../api/deployments.ts';
import type { LampState } from '../../parts/lamp.tsx';

const WORST_FIRST: readonly LampState[] = ['failing', 'warning', 'passing', 'unknown'];

/** The worst of service, drift and accuracy: one lamp for a deployment. */
export function worstLamp(deployment: Pick<Deployment, 'serviceHealth' | 'modelHealth' | 'accuracyHealth'>): LampState {
  const lamps = [deployment.serviceHealth, deployment.modelHealth, deployment.accuracyHealth].map(
    ({ status }): LampState => (status === 'unavailable' ? 'unknown' : status),
  );
  return WORST_FIRST.find((state) => lamps.includes(state)) ?? 'unknown';
}

/** How many deployments have which lamp, the worst first; lamps nobody has are left out. */
export function byLamp(lamps: readonly LampState[]): readonly (readonly [LampState, number])[] {
  return WORST_FIRST.map((state) => [state, lamps.filter((one) => one === state).length] as const).filter(
    ([, count]) => count > 0,
  );
}
