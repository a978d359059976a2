import type { Deployment, Health } from '../../api/deployments.ts';
import type { HealthState } from '../../parts/text.tsx';

/** What is not available here is as unknown as what was not measured yet. */
export const healthState = (health: Health): HealthState => (health === 'unavailable' ? 'unknown' : health);

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
