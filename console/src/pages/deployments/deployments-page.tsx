import { Paper } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { callQuery } from '../../api/call-query.ts';
import { type DeploymentFilter, deploymentCalls } from '../../api/deployments.ts';
import { Answer } from '../../parts/answer.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { PAGE_SIZE, Paging } from '../../parts/paging.tsx';
import { DeploymentFilters, type Filters } from './deployment-filters.tsx';
import { DeploymentTable } from './deployment-table.tsx';

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
