import { Table, Text, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Deployment, HealthStatus } from '../../api/deployments.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { HealthBadge } from '../../parts/health-badge.tsx';
import { healthState, importanceText, ownerText } from './health-text.ts';
import { Sparkline } from './sparkline.tsx';
import { StatusBadge } from './status-badge.tsx';

const columns = ['Deployment', 'Service', 'Drift', 'Accuracy', 'Last 7 days', 'Importance', 'Owner'];

export function DeploymentTable({ deployments }: { deployments: readonly Deployment[] }) {
  return (
    <DataTable label="Deployments" columns={columns} numeric={['Last 7 days']} minWidth={880}>
      {deployments.map((deployment) => (
        <Table.Tr key={deployment.id}>
          <Table.Td maw={260}>
            <Link to="/deployments/$deploymentId" params={{ deploymentId: deployment.id }} className="row-link">
              {deployment.label}
            </Link>
            <StatusBadge status={deployment.status} />
            <Text size="xs" c="dimmed" truncate>
              {`${deployment.model.type}, ${deployment.model.targetName ?? 'no target'}`}
            </Text>
          </Table.Td>
          <HealthCell health={deployment.serviceHealth} />
          <HealthCell health={deployment.modelHealth} />
          <HealthCell health={deployment.accuracyHealth} />
          <Table.Td>
            <Sparkline days={deployment.predictionUsage.dailyRates} />
          </Table.Td>
          <Table.Td>{importanceText(deployment.importance)}</Table.Td>
          <Table.Td>{ownerText(deployment)}</Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

function HealthCell({ health }: { health: HealthStatus }) {
  return (
    <Table.Td>
      <Tooltip label={health.message}>
        <span>
          <HealthBadge state={healthState(health.status)} />
        </span>
      </Tooltip>
    </Table.Td>
  );
}
