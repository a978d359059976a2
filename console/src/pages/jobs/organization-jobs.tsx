import { Badge, Button, Paper, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/call-query.ts';
import { jobCalls, jobKeys, jobQueries, type OrganizationJob } from '../../api/follow.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { duration } from '../../parts/format.ts';
import { PAGE_SIZE, Paging } from '../../parts/list-page.tsx';
import { Answer, EmptyState } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { organizationJobTitle, percent } from './job-text.ts';

/** What everybody in the organization has started and is not finished; administrators may cancel it. */
export function OrganizationJobs() {
  const [offset, setOffset] = useState(0);
  const [chosen, setChosen] = useState<OrganizationJob>();
  const jobs = useQuery(jobQueries.organization({ offset, limit: PAGE_SIZE }));
  const cancel = useChange(jobCalls.cancelOfOrganization, { refresh: jobKeys, onDone: () => setChosen(undefined) });
  const close = () => {
    setChosen(undefined);
    cancel.reset();
  };
  return (
    <Paper withBorder>
      <Answer of={jobs} what="the work of your organization">
        {({ data, count, totalCount }) =>
          totalCount === 0 ? (
            <EmptyState icon="jobs" title="Nothing is running">
              Nobody in your organization has work that is waiting or running.
            </EmptyState>
          ) : (
            <>
              <JobTable jobs={data} onCancel={setChosen} />
              <Paging offset={offset} count={count} total={totalCount} what="jobs" onOffset={setOffset} />
            </>
          )
        }
      </Answer>
      <ConfirmDialog
        opened={chosen !== undefined}
        onClose={close}
        title="Cancel this job?"
        confirm="Cancel the job"
        dismiss="Back"
        onConfirm={() => chosen && cancel.mutate(chosen.statusId)}
        busy={cancel.isPending}
        problem={cancel.error}
      >
        {chosen &&
          `${organizationJobTitle(chosen)}, started by ${chosen.startedBy.username}, stops. What it has done so far is ` +
            `discarded, and ${chosen.startedBy.username} sees that an administrator cancelled it.`}
      </ConfirmDialog>
    </Paper>
  );
}

interface JobTableProps {
  readonly jobs: readonly OrganizationJob[];
  readonly onCancel: (job: OrganizationJob) => void;
}

const COLUMNS = ['Job', 'Started by', 'State', 'Created', 'Running since', 'Time limit', ''];

function JobTable({ jobs, onCancel }: JobTableProps) {
  return (
    <DataTable label="All work of the organization" columns={COLUMNS} minWidth={900}>
      {jobs.map((job) => (
        <Table.Tr key={job.statusId}>
          <Table.Td>
            <Text size="sm" fw={500}>
              {organizationJobTitle(job)}
            </Text>
            <Text size="xs" c="dimmed">
              {job.kind}
            </Text>
          </Table.Td>
          <Table.Td>{job.startedBy.username}</Table.Td>
          <Table.Td>
            <Badge variant="light" miw="max-content" color={job.status === 'RUNNING' ? 'almanac' : 'gray'}>
              {job.status === 'RUNNING' ? `running, ${percent(job)} %` : 'waiting'}
            </Badge>
          </Table.Td>
          <Table.Td>
            <Timestamp iso={job.created} />
          </Table.Td>
          <Table.Td>
            <Timestamp iso={job.runningSince} none="not started" />
          </Table.Td>
          <Table.Td className="number">{job.timeLimitSeconds === null ? '' : duration(job.timeLimitSeconds)}</Table.Td>
          <Table.Td ta="right">
            <Button
              size="compact-xs"
              variant="subtle"
              className="danger"
              onClick={() => onCancel(job)}
              aria-label={`Cancel ${organizationJobTitle(job)} of ${job.startedBy.username}`}
            >
              Cancel
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
