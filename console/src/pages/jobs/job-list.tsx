import { Badge, Group, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApiCall } from '../../api/call.ts';
import { type Job, jobCalls, jobKeys } from '../../api/follow.ts';
import { RowButton } from '../../parts/actions.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { EmptyState } from '../../parts/panel.tsx';
import { PlainList, Small, Strong, Timestamp } from '../../parts/text.tsx';
import { jobTitle, percent } from './job-text.ts';

interface JobListProps {
  readonly jobs: readonly Job[];
  /** Beside other things on a page. */
  readonly compact?: boolean;
}

export function JobList({ jobs, compact = false }: JobListProps) {
  const [chosen, setChosen] = useState<Job>();
  if (jobs.length === 0) {
    return (
      <EmptyState icon="jobs" title="Nothing is running" compact={compact}>
        Long work, such as reading a large file or training a model, shows its progress here.
      </EmptyState>
    );
  }
  return (
    <>
      <PlainList gap="md">
        {jobs.map((job) => (
          <li key={job.statusId}>
            <JobRow job={job} onCancel={() => setChosen(job)} />
          </li>
        ))}
      </PlainList>
      {chosen && (
        <CancelJob call={jobCalls.cancel(chosen.statusId)} onClose={() => setChosen(undefined)}>
          {`${jobTitle(chosen)} stops, and what it has done so far is discarded.`}
        </CancelJob>
      )}
    </>
  );
}

export const CancelJob = (props: { call: ApiCall<unknown>; onClose: () => void; children: string }) => (
  <ConfirmDialog title="Cancel this job?" confirm="Cancel the job" dismiss="Back" refresh={jobKeys} {...props} />
);

function JobRow({ job, onCancel }: { job: Job; onCancel: () => void }) {
  const done = percent(job);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Strong>{jobTitle(job)}</Strong>
        <Group gap="xs" wrap="nowrap" flex="none">
          <Badge variant="light" color={job.status === 'RUNNING' ? 'almanac' : 'gray'}>
            {job.status === 'RUNNING' ? 'running' : 'waiting'}
          </Badge>
          <RowButton label="Cancel" of={jobTitle(job)} onClick={onCancel} />
        </Group>
      </Group>
      {job.status === 'RUNNING' && (
        <Group gap="sm" wrap="nowrap" mt={6}>
          <Progress value={done} size="sm" flex={1} aria-label={`Progress of ${jobTitle(job)}`} />
          <Text size="xs" w={38} ta="right" className="number">{`${done} %`}</Text>
        </Group>
      )}
      <Small mt={4}>
        {'since '}
        <Timestamp iso={job.created} />
        {job.message && ` · ${job.message}`}
      </Small>
    </div>
  );
}
