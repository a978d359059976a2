import { Box, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { begin, useFollow } from '../../api/follow.ts';
import { aimCalls, projectCalls, projectKeys, projectQueries } from '../../api/projects.ts';
import { send } from '../../api/send.ts';
import { JobProgress } from '../../parts/job-progress.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { aimOf, missing } from './aim-of.ts';
import { StepButtons } from './step-buttons.tsx';
import type { StepProps } from './step-props.ts';
import { summary } from './summary.ts';
import { useCalendarName } from './time/calendar-field.tsx';

/** -1: every worker of the installation. */
const ALL = -1;

export function StartStep({ wizard, projectId }: StepProps) {
  const { draft } = wizard;
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: async () => {
      await send(projectCalls.change(projectId, { workerCount: draft.workers ?? ALL }));
      return begin(aimCalls.start(projectId, aimOf(draft)));
    },
  });
  const started = useFollow(start.data?.follow, {
    refresh: [projectKeys.all],
    onDone: () => void navigate({ to: '/projects/$projectId', params: { projectId } }),
  });
  const calendar = useCalendarName(draft.calendar);
  const metrics = useQuery({
    ...projectQueries.metrics(projectId, draft.target ?? ''),
    enabled: draft.target !== undefined,
  });
  const lacks = missing(draft);
  const running = start.isPending || (start.isSuccess && !['failed', 'cancelled'].includes(started.job?.state ?? ''));
  return (
    <>
      <Panel title="What will happen" intro="Each line can be changed in its step; nothing has started yet.">
        <Box component="dl" className="fact-list">
          {summary(draft, { calendar, metrics: metrics.data?.availableMetrics }).map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Box>
      </Panel>
      <ProblemNote problem={start.error} title="Modeling did not start" />
      <JobProgress of={started} what="Analysing the data with the target" refused="Modeling did not start" />
      <StepButtons
        wizard={wizard}
        wait={lacks}
        last={
          <Button disabled={lacks !== undefined} loading={running} onClick={() => start.mutate()}>
            Start modeling
          </Button>
        }
      />
    </>
  );
}
