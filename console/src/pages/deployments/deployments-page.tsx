import { Group, Paper, Table, Text, Tooltip } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { callQuery } from '../../api/call-query.ts';
import { type Deployment, type DeploymentFilter, deploymentCalls, type HealthStatus } from '../../api/deployments.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { whole } from '../../parts/format.ts';
import { HealthBadge } from '../../parts/health-badge.tsx';
import { PAGE_SIZE, Paging } from '../../parts/list-page.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState } from '../../parts/panel.tsx';
import { DeploymentFilters, type Filters } from './deployment-filters.tsx';
import { healthState, importanceText, ownerText } from './health-text.ts';
import { StatusBadge } from './status-badge.tsx';

const filterOf = ({ search, service, drift, accuracy, importance }: Filters, offset: number): DeploymentFilter => ({
  offset,
  limit: PAGE_SIZE,
  ...(search ? { search } : {}),
  ...(service ? { serviceHealth: service } : {}),
  ...(drift ? { modelHealth: drift } : {}),
  ...(accuracy ? { accuracyHealth: accuracy } : {}),
  ...(importance ? { importance } : {}),
});

export function DeploymentsPage() {
  const { offset = 0, ...filters } = useSearch({ from: '/signed-in/deployments' });
  const navigate = useNavigate({ from: '/deployments' });
  const filter = filterOf(filters, offset);
  const deployments = useQuery({ ...callQuery(deploymentCalls.list(filter)), placeholderData: keepPreviousData });
  const filtered = Object.keys(filters).length > 0;
  return (
    <Page
      title="Deployments"
      intro="Models that serve predictions, with their health."
      calls={[deploymentCalls.list(filter)]}
    >
      <Paper withBorder>
        <Answer of={deployments} what="the deployments">
          {({ data, count, totalCount }) =>
            totalCount === 0 && !filtered ? (
              <HowToGetOne />
            ) : (
              <>
                <DeploymentFilters filters={filters} onChange={(search) => void navigate({ search })} />
                {totalCount === 0 ? (
                  <EmptyState icon="rocket" title="None looks like this">
                    No deployment passes these filters. Take one of them away.
                  </EmptyState>
                ) : (
                  <DeploymentTable deployments={data} />
                )}
                <Paging
                  offset={offset}
                  count={count}
                  total={totalCount}
                  what="deployments"
                  onOffset={(next) => void navigate({ search: { ...filters, ...(next ? { offset: next } : {}) } })}
                />
              </>
            )
          }
        </Answer>
      </Paper>
    </Page>
  );
}

function HowToGetOne() {
  return (
    <EmptyState icon="rocket" title="No deployments yet">
      {'Train models in a project, open the one you like best on its leaderboard, and choose “Deploy”. '}
      {'A version of the model registry can be deployed as well. '}
      <Link to="/jobs" className="row-link">
        Work that runs now
      </Link>
    </EmptyState>
  );
}

const columns = ['Deployment', 'Service', 'Drift', 'Accuracy', 'Last 7 days', 'Importance', 'Owner'];

function DeploymentTable({ deployments }: { deployments: readonly Deployment[] }) {
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

const WIDTH = 62;
const HEIGHT = 24;
const GAP = 2;

/** Seven days at a glance, the last one today; the sum beside it. */
function Sparkline({ days }: { days: readonly number[] }) {
  const most = Math.max(1, ...days);
  const total = days.reduce((sum, count) => sum + count, 0);
  const width = (WIDTH - GAP * (days.length - 1)) / Math.max(1, days.length);
  return (
    <Group gap={8} wrap="nowrap" justify="flex-end">
      <svg
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={`Predictions of the last ${days.length} days: ${days.map(whole).join(', ')}`}
      >
        {days.map((count, day) => {
          const height = count === 0 ? 1 : Math.max(2, (count / most) * HEIGHT);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: days have no other name than their place
              key={day}
              x={day * (width + GAP)}
              y={HEIGHT - height}
              width={width}
              height={height}
              rx={1}
              className={count === 0 ? 'sparkline-none' : 'sparkline'}
            />
          );
        })}
      </svg>
      <Text size="sm" className="number" miw={42} ta="right">
        {whole(total)}
      </Text>
    </Group>
  );
}
