import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { calls } from '../../api/calls.ts';
import { homeCalls, homeQueries } from '../../api/home.ts';
import { queries } from '../../api/queries.ts';
import { usageCalls, usageQueries } from '../../api/usage.ts';
import { Answer } from '../../parts/answer.tsx';
import { ApiCallTexts } from '../../parts/as-api-call.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { displayName } from '../../shell/person.ts';
import { JobList } from '../jobs/job-list.tsx';
import { OwnLimits } from '../usage/own-limits.tsx';
import { DeploymentLamps } from './deployment-lamps.tsx';
import { NextSteps } from './next-steps.tsx';
import { RecentProjects } from './recent-projects.tsx';

const MINE = { offset: 0, limit: 1000 };

export function HomePage() {
  const { data: account } = useSuspenseQuery(queries.account());
  const jobs = useQuery(queries.jobs());
  const deployments = useQuery(homeQueries.deployments());
  const projects = useQuery(homeQueries.projects());
  const limits = useQuery(usageQueries.people(MINE));
  const isEmpty = deployments.data?.totalCount === 0 && projects.data?.length === 0;
  return (
    <Page
      title={`Welcome, ${displayName(account)}`}
      intro="How your models are doing, what runs right now, and what you can do next."
      calls={[calls.jobs(), homeCalls.deployments(), homeCalls.projects(), usageCalls.people(MINE)]}
    >
      {isEmpty && <NextSteps account={account} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'start' }}>
        <Stack>
          <Panel
            title="Deployments"
            aside={
              <Link to="/deployments" className="row-link">
                All
              </Link>
            }
          >
            <Answer of={deployments} what="the deployments">
              {(found) => <DeploymentLamps found={found} />}
            </Answer>
          </Panel>
          <Panel title="Running jobs">
            <Answer of={jobs} what="the running jobs">
              {({ data }) => <JobList jobs={data} />}
            </Answer>
          </Panel>
          {isEmpty && (
            <Panel title="Your first API call" intro="Everything on these pages is also a call of the REST API.">
              <ApiCallTexts calls={[calls.account()]} />
            </Panel>
          )}
        </Stack>
        <Stack>
          <Panel
            title="Projects"
            aside={
              <Link to="/projects" className="row-link">
                All
              </Link>
            }
          >
            <Answer of={projects} what="the projects">
              {(found) => <RecentProjects projects={found} />}
            </Answer>
          </Panel>
          <Panel
            title="My limits"
            aside={
              <Link to="/usage" className="row-link">
                Usage
              </Link>
            }
          >
            <Answer of={limits} what="your limits">
              {(found) => <OwnLimits limits={found} userId={account.uid} />}
            </Answer>
          </Panel>
        </Stack>
      </SimpleGrid>
    </Page>
  );
}
