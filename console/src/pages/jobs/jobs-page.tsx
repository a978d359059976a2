import { Paper } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { queries } from '../../api/accounts.ts';
import { jobCalls, jobQueries } from '../../api/follow.ts';
import { PAGE_SIZE } from '../../parts/list-page.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer } from '../../parts/panel.tsx';
import { AddressedTabs } from '../../parts/part-links.tsx';
import { JobList } from './job-list.tsx';
import { OrganizationJobs } from './organization-jobs.tsx';

export function JobsPage() {
  const { data: account } = useSuspenseQuery(queries.account());
  const { tab } = useSearch({ from: '/signed-in/jobs' });
  const isAdministrator = account.role === 'admin';
  const shown =
    isAdministrator && tab === 'organization' ? jobCalls.organization({ offset: 0, limit: PAGE_SIZE }) : jobCalls.own();
  return (
    <Page title="Jobs" intro="Work that is waiting or running. This list renews itself." calls={[shown]}>
      {isAdministrator ? (
        <AddressedTabs
          label="Whose jobs"
          tabs={[
            { value: 'own', label: 'Your jobs', content: () => <OwnJobs /> },
            { value: 'organization', label: 'All work of the organization', content: () => <OrganizationJobs /> },
          ]}
        />
      ) : (
        <OwnJobs />
      )}
    </Page>
  );
}

function OwnJobs() {
  const jobs = useQuery(jobQueries.own());
  return (
    <Paper withBorder p="lg">
      <Answer of={jobs} what="the running jobs">
        {({ data }) => <JobList jobs={data} />}
      </Answer>
    </Paper>
  );
}
