import { Button, Group, Progress, Text } from '@mantine/core';
import type { Following } from '../api/follow.ts';
import { ProblemNote } from './panel.tsx';
import { Dimmed, Small, Strong } from './text.tsx';

interface JobProgressProps {
  readonly of: Following;
  /** What is being done: `Reading sales.csv`. */
  readonly what: string;
  /** The heading when it fails: `The file was not read`. */
  readonly refused?: string;
  /** Work whose result is not wanted any more can be stopped, unless this says otherwise. */
  readonly lasting?: boolean;
}

/** Long work while it runs, and why it ended when it failed. Nothing to show before it began and after it is done. */
export function JobProgress({ of, what, refused = `${what}: that did not work`, lasting = false }: JobProgressProps) {
  const { job, problem, cancel, cancelling } = of;
  if (problem) return <ProblemNote problem={problem} title={`${what}: its progress is unknown`} />;
  if (job === undefined || job.state === 'done') return null;
  if (job.state === 'failed') return <ProblemNote problem={new Error(job.message ?? NO_REASON)} title={refused} />;
  if (job.state === 'cancelled') {
    return <Dimmed role="status">{`${what}: cancelled, and what was done so far is discarded.`}</Dimmed>;
  }
  const percent = Math.round((job.progress ?? 0) * 100);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Strong truncate>{what}</Strong>
        {!lasting && (
          <Button
            size="compact-xs"
            variant="subtle"
            className="danger"
            onClick={cancel}
            loading={cancelling}
            aria-label={`Cancel: ${what}`}
          >
            Cancel
          </Button>
        )}
      </Group>
      <Group gap="sm" wrap="nowrap" mt={4}>
        <Progress
          value={job.progress === undefined ? 100 : percent}
          animated={job.progress === undefined}
          size="sm"
          flex={1}
          aria-label={`Progress of ${what}`}
        />
        <Text size="xs" miw={38} ta="right" className="number">
          {job.state === 'waiting' ? 'waiting' : job.progress === undefined ? 'running' : `${percent} %`}
        </Text>
      </Group>
      {job.message && <Small mt={4}>{job.message}</Small>}
    </div>
  );
}

const NO_REASON = 'It ended without a reason. Try again; if it stays, tell your administrator.';
