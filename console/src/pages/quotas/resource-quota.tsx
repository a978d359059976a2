import { Button, Group, Paper, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queries } from '../../api/accounts.ts';
import type { Quota, QuotaUsage, QuotaWindow, Resource } from '../../api/quotas.ts';
import { limiting, quotaCalls, quotasKey } from '../../api/quotas.ts';
import { Allowed, HeadButton } from '../../parts/actions.tsx';
import { type BigColumn, BigTable, numberColumn } from '../../parts/big-table.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';

import { EmptyState, Panel, Reply } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/text.tsx';
import { QuotaEditor } from './editor/quota-editor.tsx';

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
              action={
                <Allowed needs={limiting(resource)}>
                  <Button onClick={() => setBegun(true)}>Set limits</Button>
                </Allowed>
              }
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
          needs={limiting(quota)}
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

const windows = [
  { value: 'day', label: 'Days' },
  { value: 'hour', label: 'Hours' },
  { value: 'min', label: 'Minutes' },
];

/** Who used what, and who was refused; newest first. */
function UsagePanel({ quota }: { quota: Quota }) {
  const [window, setWindow] = useState<QuotaWindow>('day');
  const account = useQuery(queries.account());
  const nameOf = useMemo(() => {
    const names = new Map(quota.policies.map((policy) => [policy.consumerId, policy.consumerName]));
    return (id: string) => (id === account.data?.uid ? `${account.data.username} (you)` : (names.get(id) ?? id));
  }, [quota, account.data]);
  const columns = useMemo(() => columnsFor(nameOf), [nameOf]);
  return (
    <Panel
      title="Usage"
      intro="Who used what, and who was refused. Windows are those of the clock, in UTC."
      aside={
        <SegmentedControl
          transitionDuration={0}
          size="xs"
          aria-label="Window"
          data={windows}
          value={window}
          onChange={(value) => setWindow(value as QuotaWindow)}
        />
      }
    >
      <Reply to={quotaCalls.usage(quota.id, window)} keepPrevious what="the usage">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="gauge" title="Nobody has called yet">
              Every call counts from the moment there is a quota, also in shadow mode.
            </EmptyState>
          ) : (
            <BigTable label="Usage" rows={data} columns={columns} idOf={keyOf} height={380} />
          )
        }
      </Reply>
    </Panel>
  );
}

const keyOf = ({ start, userId, deploymentId, countedFor }: QuotaUsage): string =>
  [start, userId, deploymentId, countedFor.consumerId].join(' ');

const columnsFor = (nameOf: (id: string) => string): readonly BigColumn<QuotaUsage>[] => [
  { name: 'From', by: ({ start }) => start, cell: ({ start }) => <Timestamp iso={start} /> },
  {
    name: 'Caller',
    by: ({ userId }) => nameOf(userId),
    cell: ({ userId, deploymentId }) => (deploymentId ? `deployment ${deploymentId}` : nameOf(userId)),
  },
  numberColumn('Requests', ({ requests }) => requests),
  {
    name: 'Tokens',
    numeric: true,
    by: ({ tokens }) => Number(tokens),
    cell: ({ tokens }) => tokens.toLocaleString('en'),
  },
  numberColumn('Refused', ({ refused }) => refused),
  numberColumn('Would be refused', ({ wouldRefuse }) => wouldRefuse),
  numberColumn('Most at once', ({ mostConcurrent }) => mostConcurrent),
];
