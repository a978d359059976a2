import type { QuotaUse } from '../../api/quotas.ts';
import { whole } from '../../parts/format-number.ts';
import { ResourceLink, resourceText } from '../../parts/resource-link.tsx';
import { type BigColumn, BigTable } from '../../parts/table/big-table.tsx';

const nameOf = (use: QuotaUse): string => resourceText(use, use.resourceName);

const callerOf = ({ username, userId, deploymentId }: QuotaUse): string =>
  deploymentId === null ? (username ?? userId) : `deployment ${deploymentId} for ${username ?? userId}`;

const columns: readonly BigColumn<QuotaUse>[] = [
  { name: 'Of', cell: (use) => <ResourceLink of={use} name={use.resourceName} />, by: nameOf },
  { name: 'By', cell: callerOf, by: callerOf },
  { name: 'Requests', cell: ({ requests }) => whole(requests), by: ({ requests }) => requests, numeric: true },
  {
    name: 'Tokens',
    cell: ({ tokens }) => tokens.toLocaleString('en'),
    by: ({ tokens }) => Number(tokens),
    numeric: true,
  },
  { name: 'Refused', cell: ({ refused }) => whole(refused), by: ({ refused }) => refused, numeric: true },
  {
    name: 'Would refuse',
    cell: ({ wouldRefuse }) => whole(wouldRefuse),
    by: ({ wouldRefuse }) => wouldRefuse,
    numeric: true,
  },
];

export function QuotaUseTable({ uses }: { uses: readonly QuotaUse[] }) {
  return (
    <BigTable
      label="Requests and tokens"
      rows={uses}
      columns={columns}
      idOf={(one) => `${one.resourceType} ${one.resourceId} ${one.userId} ${one.deploymentId}`}
      sortedBy={{ name: 'Tokens', descending: true }}
    />
  );
}
