import { Badge, Paper } from '@mantine/core';
import { type Quota, quotaCalls } from '../../api/quotas.ts';
import { RowLink } from '../../parts/actions.tsx';
import { type BigColumn, BigTable } from '../../parts/big-table.tsx';
import { whole } from '../../parts/format.ts';
import { resourceText, useResourceNames } from '../../parts/links.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, Reply } from '../../parts/panel.tsx';
import { Small } from '../../parts/text.tsx';
import { ruleText } from './editor/rule-text.ts';
import { NewQuota } from './new-quota.tsx';

/** All quotas of deployments, workloads and the gateway to language models. */
export function QuotasPage() {
  return (
    <Page
      title="Quotas"
      intro="What each deployment and workload, and the gateway to language models, gives to whom."
      calls={[quotaCalls.list()]}
      actions={<NewQuota />}
    >
      <Paper withBorder>
        <Reply to={quotaCalls.list()} what="the quotas">
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState icon="gauge" title="Nothing is limited">
                Choose a deployment, a workload or the gateway to language models with “Set limits”. A quota begins in
                shadow mode: it counts and refuses nobody.
              </EmptyState>
            ) : (
              <QuotaTable quotas={data} />
            )
          }
        </Reply>
      </Paper>
    </Page>
  );
}

function QuotaTable({ quotas }: { quotas: readonly Quota[] }) {
  const nameOf = useResourceNames(quotas);
  const named = (quota: Quota): string => resourceText(quota, nameOf(quota));
  const of: BigColumn<Quota> = {
    name: 'Of',
    by: named,
    cell: (quota) => (
      <>
        <RowLink to="/quotas/$quotaId" params={{ quotaId: quota.id }} text={named(quota)} />
        {nameOf(quota) !== undefined && (
          <Small span ml={8}>
            {quota.resourceType}
          </Small>
        )}
      </>
    ),
  };
  return <BigTable label="Quotas" rows={quotas} columns={[of, ...columns]} idOf={({ id }) => id} height={560} />;
}

const columns: readonly BigColumn<Quota>[] = [
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
  {
    name: 'Mode',
    cell: ({ shadow }) => (
      <Badge color={shadow ? 'gray' : 'almanac'} miw="max-content">
        {shadow ? 'shadow' : 'in force'}
      </Badge>
    ),
  },
];
