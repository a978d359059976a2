import type { AclConnection } from '../../api/access.ts';

const names = { A: 'Google Drive', B: 'SharePoint and OneDrive' } as const;

export const providerName = (provider: AclConnection['provider']): string => names[provider];

export const providerChoices = Object.entries(names).map(([value, label]) => ({ value, label }));
