import { Button, Group, Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery, useChange } from '../../api/call-query.ts';
import { type Quota, quotaCalls, quotasKey, type Resource } from '../../api/quotas.ts';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { Answer, EmptyState } from '../../parts/panel.tsx';
import { QuotaEditor } from './editor/quota-editor.tsx';
import { UsagePanel } from './usage-panel.tsx';

/** The quota of one deployment or workload: there is one at most. */
export function ResourceQuota({ resource }: { resource: Resource }) {
  const found = useQuery(callQuery(quotaCalls.of(resource)));
  const [begun, setBegun] = useState(false);
  return (
    <Answer of={found} what="the quota">
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
    </Answer>
  );
}

interface TheQuotaProps {
  readonly quota: Quota;
  readonly fresh?: boolean;
  readonly onDeleted?: () => void;
}

/** What is edited, what was used, and the way to be rid of it. */
export function TheQuota({ quota, fresh = false, onDeleted }: TheQuotaProps) {
  const [deleting, setDeleting] = useState(false);
  const { resourceType, resourceId } = quota;
  return (
    <>
      <QuotaEditor resource={{ resourceType, resourceId }} quota={quota} fresh={fresh} />
      <UsagePanel quota={quota} />
      <Group justify="flex-end">
        <Button size="xs" variant="default" className="danger" onClick={() => setDeleting(true)}>
          Delete the quota
        </Button>
      </Group>
      {deleting && (
        <DeleteQuota id={quota.id} onClose={() => setDeleting(false)} {...(onDeleted ? { onDeleted } : {})} />
      )}
    </>
  );
}

interface DeleteQuotaProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

function DeleteQuota({ id, onClose, onDeleted }: DeleteQuotaProps) {
  const remove = useChange(quotaCalls.remove, {
    ...(onDeleted ? { forget: [quotasKey] } : { refresh: [quotasKey] }),
    onDone: () => (onDeleted ?? onClose)(),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Delete the quota?"
      confirm="Delete it"
      onConfirm={() => remove.mutate(id)}
      busy={remove.isPending}
      problem={remove.error}
    >
      Nothing is limited any more, from the next request on, and what was counted is lost. This cannot be undone.
    </ConfirmDialog>
  );
}
