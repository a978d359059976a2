import { Link } from '@tanstack/react-router';
import type { DeploymentUse } from '../../api/quotas.ts';
import { whole } from '../../parts/format-number.ts';
import { type BigColumn, BigTable } from '../../parts/table/big-table.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

const columns: readonly BigColumn<DeploymentUse>[] = [
  {
    name: 'Deployment',
    cell: ({ deploymentId, label }) => (
      <Link to="/deployments/$deploymentId" params={{ deploymentId }} className="row-link">
        {label}
      </Link>
    ),
    by: ({ label }) => label,
  },
  { name: 'Username', cell: ({ username }) => username, by: ({ username }) => username },
  { name: 'Requests', cell: ({ requests }) => whole(requests), by: ({ requests }) => requests, numeric: true },
  {
    name: 'Predictions',
    cell: ({ predictions }) => whole(predictions),
    by: ({ predictions }) => predictions,
    numeric: true,
  },
  { name: 'Errors', cell: ({ errors }) => whole(errors), by: ({ errors }) => errors, numeric: true },
  { name: 'Last', cell: ({ lastAt }) => <Timestamp iso={lastAt} />, by: ({ lastAt }) => lastAt },
];

export function DeploymentUseTable({ uses }: { uses: readonly DeploymentUse[] }) {
  return (
    <BigTable
      label="Predictions by person and deployment"
      rows={uses}
      columns={columns}
      idOf={({ deploymentId, userId }) => `${deploymentId} ${userId}`}
      sortedBy={{ name: 'Requests', descending: true }}
    />
  );
}
