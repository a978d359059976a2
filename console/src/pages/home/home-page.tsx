import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type Account, calls, queries } from '../../api/accounts.ts';
import { callQuery } from '../../api/call-query.ts';
import { deploymentCalls } from '../../api/deployments.ts';
import { jobCalls, jobQueries } from '../../api/jobs.ts';
import { projectCalls } from '../../api/projects.ts';
import { usageCalls } from '../../api/quotas.ts';
import { Answer } from '../../parts/answer.tsx';
import { ApiCallTexts } from '../../parts/as-api-call.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { displayName } from '../../shell/person.ts';
import { JobList } from '../jobs/job-list.tsx';
import { OwnLimits } from '../usage/own-limits.tsx';
import { DeploymentHealth } from './deployment-health.tsx';
import { GetStarted } from './get-started.tsx';
import { NextSteps } from './next-steps.tsx';
import { RecentProjects } from './recent-projects.tsx';

const MINE = { offset: 0, limit: 1000 };

export function HomePage() {
  const { data: account } = useSuspenseQuery(queries.account());
  const deployments = useQuery(callQuery(deploymentCalls.list({ offset: 0, limit: 100 })));
  const projects = useQuery(callQuery(projectCalls.newest()));
  const isNew = deployments.data?.totalCount === 0 && projects.data?.length === 0;
  return (
    <Page
      title={`Welcome, ${displayName(account)}`}
      intro={
        isNew
          ? 'From a table to forecasts that others can call, in four steps.'
          : 'How your models are doing, what runs right now, and what you may use.'
      }
      calls={[
        jobCalls.own(),
        deploymentCalls.list({ offset: 0, limit: 100 }),
        projectCalls.newest(),
        usageCalls.people(MINE),
        usageCalls.limits(),
      ]}
    >
      {isNew ? (
        <FirstDay account={account} />
      ) : (
        <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'start' }}>
          <Stack>
            <Panel title="Deployments" aside={<More to="/deployments">All deployments</More>}>
              <Answer of={deployments} what="the deployments">
                {(found) => <DeploymentHealth found={found} />}
              </Answer>
            </Panel>
            <RunningJobs />
          </Stack>
          <Stack>
            <Panel title="Projects" aside={<More to="/projects">All projects</More>}>
              <Answer of={projects} what="the projects">
                {(found) => <RecentProjects projects={found} />}
              </Answer>
            </Panel>
            <MyLimits account={account} />
          </Stack>
        </SimpleGrid>
      )}
    </Page>
  );
}

/** What somebody sees who has made nothing yet: where to begin, then what else there is. */
function FirstDay({ account }: { account: Account }) {
  return (
    <>
      <GetStarted />
      <NextSteps account={account} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'start' }}>
        <Panel title="Your first API call" intro="Everything on these pages is also a call of the REST API.">
          <ApiCallTexts calls={[calls.account()]} />
        </Panel>
        <Stack>
          <RunningJobs />
          <MyLimits account={account} />
        </Stack>
      </SimpleGrid>
    </>
  );
}

function RunningJobs() {
  const jobs = useQuery(jobQueries.own());
  return (
    <Panel title="Running jobs" aside={<More to="/jobs">All jobs</More>}>
      <Answer of={jobs} what="the running jobs">
        {({ data }) => <JobList jobs={data} compact />}
      </Answer>
    </Panel>
  );
}

function MyLimits({ account }: { account: Account }) {
  const limits = useQuery(callQuery(usageCalls.people(MINE)));
  return (
    <Panel title="My limits" aside={<More to="/usage">Usage</More>}>
      <Answer of={limits} what="your limits">
        {(found) => <OwnLimits limits={found} userId={account.uid} />}
      </Answer>
    </Panel>
  );
}

function More({ to, children }: { to: NonNullable<LinkProps['to']>; children: string }) {
  return (
    <Link to={to} className="row-link more-link">
      {children}
    </Link>
  );
}
