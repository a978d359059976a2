import { Button, Paper } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { modelCalls } from '../../../api/models.ts';
import { type Project, projectKeys, projectQueries } from '../../../api/projects.ts';
import { Answer } from '../../../parts/answer.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ProjectFrame } from '../project-frame.tsx';
import { AutopilotButtons } from './autopilot-buttons.tsx';
import { Leaderboard } from './leaderboard.tsx';
import { TrainingRows } from './training-rows.tsx';

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
