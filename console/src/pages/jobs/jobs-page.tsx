import { Badge, Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../api/accounts.ts';
import { jobCalls, jobQueries, type OrganizationJob, pollJobs } from '../../api/follow.ts';
import { RowButton } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { duration } from '../../parts/format.ts';
import { PAGE_SIZE, PagedReply } from '../../parts/list-page.tsx';
import { Page } from '../../parts/page.tsx';
import { AddressedTabs, Answer, EmptyState } from '../../parts/panel.tsx';
import { Small, Strong, Timestamp } from '../../parts/text.tsx';
import { CancelJob, JobList } from './job-list.tsx';
import { organizationJobTitle, percent } from './job-text.ts';

export function JobsPage() {
  const account = useAccount();
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

/** What everybody in the organization has started and is not finished; administrators may cancel it. */
export function OrganizationJobs() {
  const [chosen, setChosen] = useState<OrganizationJob>();
  return (
    <Paper withBorder>
      <PagedReply
        list={jobCalls.organization}
        poll={pollJobs}
        what="the work of your organization"
        rows="jobs"
        empty={
          <EmptyState icon="jobs" title="Nothing is running">
            Nobody in your organization has work that is waiting or running.
          </EmptyState>
        }
      >
        {(jobs) => <JobTable jobs={jobs} onCancel={setChosen} />}
      </PagedReply>
      {chosen && (
        <CancelJob call={jobCalls.cancelOfOrganization(chosen.statusId)} onClose={() => setChosen(undefined)}>
          {`${organizationJobTitle(chosen)}, started by ${chosen.startedBy.username}, stops. What it has done so far is ` +
            `discarded, and ${chosen.startedBy.username} sees that an administrator cancelled it.`}
        </CancelJob>
      )}
    </Paper>
  );
}

function JobTable({ jobs, onCancel }: { jobs: readonly OrganizationJob[]; onCancel: (job: OrganizationJob) => void }) {
  return (
    <DataTable
      label="All work of the organization"
      minWidth={900}
      rows={jobs}
      idOf={(job) => job.statusId}
      columns={[
        {
          name: 'Job',
          cell: (job) => (
            <>
              <Strong>{organizationJobTitle(job)}</Strong>
              <Small>{job.kind}</Small>
            </>
          ),
        },
        { name: 'Started by', cell: (job) => job.startedBy.username },
        {
          name: 'State',
          cell: (job) => (
            <Badge variant="light" miw="max-content" color={job.status === 'RUNNING' ? 'almanac' : 'gray'}>
              {job.status === 'RUNNING' ? `running, ${percent(job)} %` : 'waiting'}
            </Badge>
          ),
        },
        { name: 'Created', cell: (job) => <Timestamp iso={job.created} /> },
        { name: 'Running since', cell: (job) => <Timestamp iso={job.runningSince} none="not started" /> },
        { name: 'Time limit', cell: (job) => (job.timeLimitSeconds === null ? '' : duration(job.timeLimitSeconds)) },
        {
          name: '',
          cell: (job) => (
            <RowButton
              label="Cancel"
              of={`${organizationJobTitle(job)} of ${job.startedBy.username}`}
              onClick={() => onCancel(job)}
            />
          ),
        },
      ]}
    />
  );
}
