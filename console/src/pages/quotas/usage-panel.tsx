import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queries } from '../../api/accounts.ts';
import { type Quota, type QuotaUsage, type QuotaWindow, quotaCalls } from '../../api/quotas.ts';
import { type BigColumn, BigTable } from '../../parts/big-table.tsx';
import { whole } from '../../parts/format.ts';
import { EmptyState, Panel, Reply } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/text.tsx';

const windows = [
  { value: 'day', label: 'Days' },
  { value: 'hour', label: 'Hours' },
  { value: 'min', label: 'Minutes' },
];

/** Who used what, and who was refused; newest first. */
export function UsagePanel({ quota }: { quota: Quota }) {
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
  { name: 'Requests', numeric: true, by: ({ requests }) => requests, cell: ({ requests }) => whole(requests) },
  {
    name: 'Tokens',
    numeric: true,
    by: ({ tokens }) => Number(tokens),
    cell: ({ tokens }) => tokens.toLocaleString('en'),
  },
  { name: 'Refused', numeric: true, by: ({ refused }) => refused, cell: ({ refused }) => whole(refused) },
  {
    name: 'Would be refused',
    numeric: true,
    by: ({ wouldRefuse }) => wouldRefuse,
    cell: ({ wouldRefuse }) => whole(wouldRefuse),
  },
  {
    name: 'Most at once',
    numeric: true,
    by: ({ mostConcurrent }) => mostConcurrent,
    cell: ({ mostConcurrent }) => whole(mostConcurrent),
  },
];
