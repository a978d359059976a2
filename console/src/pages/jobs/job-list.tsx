import { Badge, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/call-query.ts';
import { type Job, jobCalls, jobKeys } from '../../api/follow.ts';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { EmptyState } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { jobTitle, percent } from './job-text.ts';

interface JobListProps {
  readonly jobs: readonly Job[];
  /** Beside other things on a page. */
  readonly compact?: boolean;
}

export function JobList({ jobs, compact = false }: JobListProps) {
  const [chosen, setChosen] = useState<Job>();
  const cancel = useChange(jobCalls.cancel, { refresh: jobKeys, onDone: () => setChosen(undefined) });
  const close = () => {
    setChosen(undefined);
    cancel.reset();
  };
  if (jobs.length === 0) {
    return (
      <EmptyState icon="jobs" title="Nothing is running" compact={compact}>
        Long work, such as reading a large file or training a model, shows its progress here.
      </EmptyState>
    );
  }
  return (
    <>
      <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {jobs.map((job) => (
          <li key={job.statusId}>
            <JobRow job={job} onCancel={() => setChosen(job)} />
          </li>
        ))}
      </Stack>
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
        {chosen && `${jobTitle(chosen)} stops, and what it has done so far is discarded.`}
      </ConfirmDialog>
    </>
  );
}

function JobRow({ job, onCancel }: { job: Job; onCancel: () => void }) {
  const done = percent(job);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text fw={500} size="sm">
          {jobTitle(job)}
        </Text>
        <Group gap="xs" wrap="nowrap" flex="none">
          <Badge variant="light" color={job.status === 'RUNNING' ? 'almanac' : 'gray'}>
            {job.status === 'RUNNING' ? 'running' : 'waiting'}
          </Badge>
          <Button
            size="compact-xs"
            variant="subtle"
            className="danger"
            onClick={onCancel}
            aria-label={`Cancel ${jobTitle(job)}`}
          >
            Cancel
          </Button>
        </Group>
      </Group>
      {job.status === 'RUNNING' && (
        <Group gap="sm" wrap="nowrap" mt={6}>
          <Progress value={done} size="sm" flex={1} aria-label={`Progress of ${jobTitle(job)}`} />
          <Text size="xs" w={38} ta="right" className="number">{`${done} %`}</Text>
        </Group>
      )}
      <Text size="xs" c="dimmed" mt={4}>
        {'since '}
        <Timestamp iso={job.created} />
        {job.message && ` · ${job.message}`}
      </Text>
    </div>
  );
}
