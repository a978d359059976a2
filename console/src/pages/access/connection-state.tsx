import { Badge } from '@mantine/core';
import type { AclConnection, AclStatus, Freshness } from '../../api/access.ts';

const states: Readonly<Record<Freshness, { readonly color: string; readonly text: string }>> = {
  never: { color: 'gray', text: 'not read yet' },
  syncing: { color: 'yellow', text: 'reading everything' },
  fresh: { color: 'green', text: 'in step' },
  stale: { color: 'yellow', text: 'behind' },
  failed: { color: 'red', text: 'failing' },
};

export function FreshnessBadge({ status }: { status: AclStatus }) {
  const { color, text } = status.paused ? { color: 'gray', text: 'paused' } : states[status.state];
  return (
    <Badge variant="dot" color={color}>
      {text}
    </Badge>
  );
}

const names = { A: 'Google Drive', B: 'SharePoint and OneDrive' } as const;

export const providerName = (provider: AclConnection['provider']): string => names[provider];

export const providerChoices = Object.entries(names).map(([value, label]) => ({ value, label }));
