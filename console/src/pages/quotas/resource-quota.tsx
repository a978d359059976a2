import { Button, Group, Paper } from '@mantine/core';
import { useState } from 'react';
import { type Quota, quotaCalls, quotasKey, type Resource } from '../../api/quotas.ts';
import { HeadButton } from '../../parts/actions.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { EmptyState, Reply } from '../../parts/panel.tsx';
import { QuotaEditor } from './editor/quota-editor.tsx';
import { UsagePanel } from './usage-panel.tsx';

/** The quota of one deployment or workload: there is one at most. */
export function ResourceQuota({ resource }: { resource: Resource }) {
  const [begun, setBegun] = useState(false);
  return (
    <Reply to={quotaCalls.of(resource)} what="the quota">
      {({ data: [quota] }) => {
        if (quota) return <TheQuota key={quota.id} quota={quota} fresh={begun} />;
        if (begun) return <QuotaEditor resource={resource} onDiscard={() => setBegun(false)} />;
        return (
          <Paper withBorder>
            <EmptyState
              icon="gauge"
              title="Nothing is limited"
              action={<Button onClick={() => setBegun(true)}>Set limits</Button>}
            >
              A quota says who may call how often, and keeps capacity free for those who need it. Begin in shadow mode
              to see what it would refuse.
            </EmptyState>
          </Paper>
        );
      }}
    </Reply>
  );
}

interface TheQuotaProps {
  readonly quota: Quota;
  readonly fresh?: boolean;
  /** Where to go from its own page once it is deleted. */
  readonly to?: '/quotas';
}

/** What is edited, what was used, and the way to be rid of it. */
export function TheQuota({ quota, fresh = false, to }: TheQuotaProps) {
  const { id, resourceType, resourceId } = quota;
  return (
    <>
      <QuotaEditor resource={{ resourceType, resourceId }} quota={quota} fresh={fresh} />
      <UsagePanel quota={quota} />
      <Group justify="flex-end">
        <HeadButton
          label="Delete the quota"
          dangerous
          dialog={(close) => (
            <ConfirmDialog
              onClose={close}
              title="Delete the quota?"
              confirm="Delete it"
              call={quotaCalls.remove(id)}
              {...(to === undefined ? { refresh: [quotasKey] } : { forget: [quotasKey], to })}
            >
              Nothing is limited any more, from the next request on, and what was counted is lost. This cannot be
              undone.
            </ConfirmDialog>
          )}
        />
      </Group>
    </>
  );
}
