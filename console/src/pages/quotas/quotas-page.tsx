import { Badge, Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Quota, quotaCalls, quotaQueries } from '../../api/quotas.ts';
import { Answer } from '../../parts/answer.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { whole } from '../../parts/format-number.ts';
import { Page } from '../../parts/page.tsx';
import { type BigColumn, BigTable } from '../../parts/table/big-table.tsx';
import { ruleText } from './editor/rule-text.ts';
import { NewQuota } from './new-quota.tsx';

/** All quotas of deployments, workloads and the gateway to language models. */
export function QuotasPage() {
  const quotas = useQuery(quotaQueries.list());
  return (
    <Page
      title="Quotas"
      intro="What each deployment and workload gives to whom. The gateway to language models is the workload llmGateway."
      calls={[quotaCalls.list()]}
      actions={<NewQuota />}
    >
      <Paper withBorder>
        <Answer of={quotas} what="the quotas">
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState icon="gauge" title="Nothing is limited">
                Open a deployment and set limits under “Quota”, or set those of a workload with the button above.
              </EmptyState>
            ) : (
              <BigTable label="Quotas" rows={data} columns={columns} idOf={({ id }) => id} height={560} />
            )
          }
        </Answer>
      </Paper>
    </Page>
  );
}

const columns: readonly BigColumn<Quota>[] = [
  {
    name: 'Of',
    by: ({ resourceId }) => resourceId,
    cell: ({ id, resourceType, resourceId }) => (
      <Link to="/quotas/$quotaId" params={{ quotaId: id }} className="row-link">
        {`${resourceType} ${resourceId}`}
      </Link>
    ),
  },
  { name: 'Limits for everybody', cell: ({ defaultRules }) => defaultRules.map(ruleText).join(', ') || 'none' },
  {
    name: 'Consumers',
    numeric: true,
    by: ({ policies }) => policies.length,
    cell: ({ policies }) => whole(policies.length),
  },
  {
    name: 'Capacity a minute',
    numeric: true,
    by: ({ capacity }) => capacity?.capacity ?? 0,
    cell: ({ capacity }) => (capacity ? `${whole(capacity.capacity)} ${capacity.units}` : '–'),
  },
  { name: 'Mode', cell: ({ shadow }) => (shadow ? <Badge color="gray">shadow</Badge> : 'in force') },
];
