import type { Deployment, Health } from '../../api/deployments.ts';
import type { LampState } from '../../parts/lamp.tsx';

/** A lamp that cannot be lit here tells as little as one that was never asked. */
export const lampState = (health: Health): LampState => (health === 'unavailable' ? 'unknown' : health);

export const importances = [
  { value: 'CRITICAL', label: 'Critical' },
  { value: 'HIGH', label: 'High' },
  { value: 'MODERATE', label: 'Moderate' },
  { value: 'LOW', label: 'Low' },
] as const;

export const importanceText = (importance: string | null): string =>
  importances.find(({ value }) => value === importance)?.label ?? 'not set';

/** Who to ask, by the best name there is. */
export function ownerText({ owners, creator }: Pick<Deployment, 'owners' | 'creator'>): string {
  const [first] = owners.preview;
  const full = [first?.firstName, first?.lastName].filter(Boolean).join(' ');
  const known = first?.id === creator.id ? (creator.name ?? creator.email) : first?.email;
  const name = full || known || first?.email || creator.name || '–';
  return owners.count > 1 ? `${name} and ${owners.count - 1} more` : name;
}
