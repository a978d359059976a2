import { Badge, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { modelsKey } from '../../../api/models.ts';
import { type ModelJob, type Project, projectJobCalls } from '../../../api/projects.ts';
import { useChange } from '../../../api/use-change.ts';
import { Panel } from '../../../parts/panel.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';

const MOST = 6;

interface TrainingRowsProps {
  readonly project: Project;
  readonly jobs: readonly ModelJob[];
  readonly going: boolean;
}

/** The models on their way to the leaderboard. */
export function TrainingRows({ project, jobs, going }: TrainingRowsProps) {
  const cancel = useChange((id: string) => projectJobCalls.cancel(project.id, id), {
    refresh: [modelsKey(project.id)],
  });
  if (jobs.length === 0 && !going) return null;
  const running = jobs.filter(({ status }) => status === 'inprogress');
  const waiting = jobs.length - running.length;
  const shown = [...running, ...jobs.filter(({ status }) => status !== 'inprogress')].slice(0, MOST);
  return (
    <Panel
      title="In training"
      intro={
        jobs.length === 0
          ? 'The autopilot decides what to train next.'
          : `${running.length} running, ${waiting} waiting. Models appear below as soon as they are judged.`
      }
    >
      <ProblemNote problem={cancel.error} title="It was not cancelled" />
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {shown.map((job) => (
          <li key={job.id}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Text size="sm" truncate>
                {job.modelType}
              </Text>
              <Group gap="xs" wrap="nowrap" flex="none">
                <Badge color={job.status === 'inprogress' ? 'almanac' : 'gray'}>
                  {job.status === 'inprogress' ? 'running' : 'waiting'}
                </Badge>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  className="danger"
                  aria-label={`Cancel ${job.modelType}`}
                  onClick={() => cancel.mutate(job.id)}
                >
                  Cancel
                </Button>
              </Group>
            </Group>
            {job.status === 'inprogress' && (
              <Progress value={100} animated size="xs" mt={4} aria-label={`Training ${job.modelType}`} />
            )}
          </li>
        ))}
      </Stack>
      {jobs.length > MOST && (
        <Text size="xs" c="dimmed" mt="sm">
          {`and ${jobs.length - MOST} more`}
        </Text>
      )}
    </Panel>
  );
}
