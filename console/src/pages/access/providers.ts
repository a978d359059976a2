import type { AclConnection } from '../../api/access.ts';

const names = { A: 'A: a Drive with its directory', B: 'B: sites and drives of a tenant' } as const;

export const providerName = (provider: AclConnection['provider']): string => names[provider];

export const providerChoices = Object.entries(names).map(([value, label]) => ({ value, label }));
