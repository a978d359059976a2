import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type Account, calls, useAccount } from '../../api/accounts.ts';
import { useCall } from '../../api/call-query.ts';
import { deploymentCalls } from '../../api/deployments.ts';
import { jobCalls, jobQueries } from '../../api/follow.ts';
import { type Project, projectCalls } from '../../api/projects.ts';
import { usageCalls } from '../../api/quotas.ts';
import { ApiCallTexts, Page } from '../../parts/page.tsx';
import { Answer, EmptyState, Panel, Reply } from '../../parts/panel.tsx';
import { Dimmed, PlainList, Small, Timestamp } from '../../parts/text.tsx';
import { displayName } from '../../shell/person.ts';
import { JobList } from '../jobs/job-list.tsx';
import { OwnLimits } from '../usage/own-limits.tsx';
import { DeploymentHealth } from './deployment-health.tsx';
import { NextSteps } from './next-steps.tsx';
import './home.css';

const MINE = { offset: 0, limit: 1000 };

export function HomePage() {
  const account = useAccount();
  const deployments = useCall(deploymentCalls.list({ offset: 0, limit: 100 }));
  const projects = useCall(projectCalls.newest());
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
  return (
    <Panel title="My limits" aside={<More to="/usage">Usage</More>}>
      <Reply to={usageCalls.people(MINE)} what="your limits">
        {(found) => <OwnLimits limits={found} userId={account.uid} />}
      </Reply>
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

const stages: Readonly<Record<Project['stage'], string>> = {
  eda: 'reading the data',
  aim: 'target not set',
  eda2: 'preparing the data',
  modeling: 'models',
};

function RecentProjects({ projects }: { projects: readonly Project[] }) {
  if (projects.length === 0) {
    return (
      <EmptyState icon="chart" title="No projects yet" compact>
        A project learns from a dataset: upload one, choose what to forecast, and models are trained and ranked.
      </EmptyState>
    );
  }
  return (
    <PlainList gap="sm">
      {projects.map((project) => (
        <li key={project.id}>
          <Group justify="space-between" wrap="nowrap">
            <Link to="/projects/$projectId" params={{ projectId: project.id }} className="row-link fact">
              {project.projectName}
            </Link>
            <Small flex="none">
              <Timestamp iso={project.created} />
            </Small>
          </Group>
          <Small>
            {project.target === null
              ? stages[project.stage]
              : `${project.target}, by ${project.metric ?? 'its metric'}`}
          </Small>
        </li>
      ))}
    </PlainList>
  );
}

const steps = [
  {
    title: 'Upload data',
    text: 'A CSV, Parquet or Excel file of what happened so far, or our example of shop sales.',
  },
  { title: 'Choose what to predict', text: 'Choose the target, and for forecasts the date and the series.' },
  { title: 'Watch models compete', text: 'They are trained, evaluated on backtests and ranked while you watch.' },
  { title: 'Deploy the best', text: 'It gets a URL, a page to test predictions, and health monitoring.' },
] as const;

/** The way from nothing to a model that answers, and the button that begins it. */
function GetStarted() {
  return (
    <Paper component="section" withBorder p="lg" aria-label="Get started" className="get-started">
      <Title order={2} mb="md">
        Get started
      </Title>
      <ol className="first-steps">
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <span className="step-number" aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <Text fw={600} size="sm">
                {title}
              </Text>
              <Dimmed>{text}</Dimmed>
            </div>
          </li>
        ))}
      </ol>
      <div className="first-buttons">
        <Button renderRoot={(props) => <Link to="/projects/new" {...props} />}>Create your first project</Button>
        <Button variant="default" renderRoot={(props) => <Link to="/datasets" {...props} />}>
          Upload data and explore it
        </Button>
      </div>
    </Paper>
  );
}
