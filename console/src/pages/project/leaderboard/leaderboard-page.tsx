import { Badge, Button, Group, Paper, Progress, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { callQuery, useChange } from '../../../api/call-query.ts';
import { modelCalls, modelsKey } from '../../../api/models.ts';
import { type ModelJob, type Project, projectJobCalls, projectKeys, projectQueries } from '../../../api/projects.ts';
import { RowButton } from '../../../parts/actions.tsx';
import { Answer, EmptyState, Panel, ProblemNote } from '../../../parts/panel.tsx';
import { PlainList, Small } from '../../../parts/text.tsx';
import { ProjectFrame } from '../project-frame.tsx';
import { AutopilotButtons } from './autopilot-buttons.tsx';
import { Leaderboard } from './leaderboard.tsx';

export function LeaderboardPage() {
  return (
    <ProjectFrame
      part="Leaderboard"
      calls={(id) => [modelCalls.list(id)]}
      actions={(project) => project.stage === 'modeling' && <AutopilotButtons project={project} />}
    >
      {(project) => project.stage === 'modeling' && <Live project={project} />}
    </ProjectFrame>
  );
}

const OFTEN_MS = 1_500;

/** Asks again for as long as something is being trained, and once more when the last of it is done. */
function Live({ project }: { project: Project }) {
  const status = useQuery(projectQueries.status(project.id));
  const going = status.data?.autopilotDone === false;
  const jobs = useQuery(projectQueries.modelJobs(project.id, going));
  const busy = going || (jobs.data?.length ?? 0) > 0;
  const models = useQuery({ ...callQuery(modelCalls.list(project.id)), refetchInterval: busy ? OFTEN_MS : false });
  const client = useQueryClient();
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !busy) {
      void client.invalidateQueries({ queryKey: projectKeys.one(project.id) });
    }
    was.current = busy;
  }, [busy, client, project.id]);
  return (
    <>
      <TrainingRows project={project} jobs={jobs.data ?? []} going={going} />
      <Answer of={models} what="the leaderboard">
        {({ data }) =>
          data.length > 0 ? (
            <Leaderboard project={project} models={data} />
          ) : (
            <Paper withBorder>
              <Nobody project={project} busy={busy} />
            </Paper>
          )
        }
      </Answer>
    </>
  );
}

function Nobody({ project, busy }: { project: Project; busy: boolean }) {
  return busy ? (
    <EmptyState icon="chart" title="The first models are being trained">
      Each appears here as soon as it is judged. You may leave this page: training goes on.
    </EmptyState>
  ) : (
    <EmptyState
      icon="chart"
      title="Nothing is trained yet"
      action={
        <Button
          renderRoot={(props) => (
            <Link to="/projects/$projectId/blueprints" params={{ projectId: project.id }} {...props} />
          )}
        >
          Choose a blueprint
        </Button>
      }
    >
      In manual mode you say which blueprints are trained. The autopilot can also be run now.
    </EmptyState>
  );
}

const MOST = 6;

/** The models on their way to the leaderboard. */
function TrainingRows({ project, jobs, going }: { project: Project; jobs: readonly ModelJob[]; going: boolean }) {
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
      <PlainList gap="sm">
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
                <RowButton
                  label="Cancel"
                  of={job.modelType}
                  needs={projectJobCalls.cancel(project.id, job.id)}
                  onClick={() => cancel.mutate(job.id)}
                />
              </Group>
            </Group>
            {job.status === 'inprogress' && (
              <Progress value={100} animated size="xs" mt={4} aria-label={`Training ${job.modelType}`} />
            )}
          </li>
        ))}
      </PlainList>
      {jobs.length > MOST && <Small mt="sm">{`and ${jobs.length - MOST} more`}</Small>}
    </Panel>
  );
}
