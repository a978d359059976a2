import { Group, Paper, Text, Tooltip } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Deployment, type DeploymentFilter, deploymentCalls, type HealthStatus } from '../../api/deployments.ts';
import { RowLink } from '../../parts/actions.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { whole } from '../../parts/format.ts';
import { PAGE_SIZE, Paging } from '../../parts/list-page.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, Reply } from '../../parts/panel.tsx';
import { HealthBadge, Small } from '../../parts/text.tsx';
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
  const filtered = Object.keys(filters).length > 0;
  return (
    <Page
      title="Deployments"
      intro="Models that serve predictions, with their health."
      calls={[deploymentCalls.list(filter)]}
    >
      <Paper withBorder>
        <Reply to={deploymentCalls.list(filter)} keepPrevious what="the deployments">
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
                  <DataTable label="Deployments" minWidth={880} rows={data} idOf={({ id }) => id} columns={columns} />
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
        </Reply>
      </Paper>
    </Page>
  );
}

function HowToGetOne() {
  return (
    <EmptyState icon="rocket" title="No deployments yet">
      {'Train models in a project, open the one you like best on its leaderboard, and choose “Deploy”. '}
      {'A version of the model registry can be deployed as well. '}
      <RowLink to="/jobs" text="Work that runs now" />
    </EmptyState>
  );
}

const health = (name: string, read: (deployment: Deployment) => HealthStatus): Column<Deployment> => ({
  name,
  cell: (deployment) => {
    const { message, status } = read(deployment);
    return (
      <Tooltip label={message}>
        <span>
          <HealthBadge state={healthState(status)} />
        </span>
      </Tooltip>
    );
  },
});

const columns: readonly Column<Deployment>[] = [
  {
    name: 'Deployment',
    maw: 260,
    cell: ({ id, label, status, model }) => (
      <>
        <RowLink to="/deployments/$deploymentId" params={{ deploymentId: id }} text={label} />
        <StatusBadge status={status} />
        <Small truncate>{`${model.type}, ${model.targetName ?? 'no target'}`}</Small>
      </>
    ),
  },
  health('Service', ({ serviceHealth }) => serviceHealth),
  health('Drift', ({ modelHealth }) => modelHealth),
  health('Accuracy', ({ accuracyHealth }) => accuracyHealth),
  {
    name: 'Last 7 days',
    numeric: true,
    cell: ({ predictionUsage }) => <Sparkline days={predictionUsage.dailyRates} />,
  },
  { name: 'Importance', cell: ({ importance }) => importanceText(importance) },
  { name: 'Owner', cell: ownerText },
];

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
