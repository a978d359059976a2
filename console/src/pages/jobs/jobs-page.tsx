import { Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { calls } from '../../api/calls.ts';
import { queries } from '../../api/queries.ts';
import { Answer } from '../../parts/answer.tsx';
import { Page } from '../../parts/page.tsx';
import { JobList } from './job-list.tsx';

export function JobsPage() {
  const jobs = useQuery(queries.jobs());
  return (
    <Page title="Jobs" intro="Work that is waiting or running. This list renews itself." calls={[calls.jobs()]}>
      <Paper withBorder p="lg">
        <Answer of={jobs} what="the running jobs">
          {({ data }) => <JobList jobs={data} />}
        </Answer>
      </Paper>
    </Page>
  );
}
