import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { calls } from '../../api/calls.ts';
import { queries } from '../../api/queries.ts';
import { Answer } from '../../parts/answer.tsx';
import { ApiCallTexts } from '../../parts/as-api-call.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { displayName } from '../../shell/person.ts';
import { JobList } from '../jobs/job-list.tsx';
import { NextSteps } from './next-steps.tsx';

export function HomePage() {
  const { data: account } = useSuspenseQuery(queries.account());
  const jobs = useQuery(queries.jobs());
  return (
    <Page
      title={`Welcome, ${displayName(account)}`}
      intro="What runs right now, and what you can do next."
      calls={[calls.account(), calls.jobs()]}
    >
      <NextSteps account={account} />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Panel title="Running jobs">
          <Answer of={jobs} what="the running jobs">
            {({ data }) => <JobList jobs={data} />}
          </Answer>
        </Panel>
        <Panel title="Your first API call" intro="Everything on these pages is also a call of the REST API.">
          <Stack>
            <ApiCallTexts calls={[calls.account()]} />
          </Stack>
        </Panel>
      </SimpleGrid>
    </Page>
  );
}
