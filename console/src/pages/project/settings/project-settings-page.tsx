import { Box, Button, NumberInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callQuery, useChange } from '../../../api/call-query.ts';
import { aimCalls, type Project, projectCalls, projectKeys } from '../../../api/projects.ts';
import { Answer, Panel, ProblemNote } from '../../../parts/panel.tsx';
import { SharedWith } from '../../../parts/sharing.tsx';
import { BacktestTimeline } from '../../new-project/time/backtest-timeline.tsx';
import { useCalendarName } from '../../new-project/time/calendar-field.tsx';
import { DeleteProject, RenameProject } from '../../projects/project-dialogs.tsx';
import { UnlockHoldout } from '../leaderboard/autopilot-buttons.tsx';
import { ProjectFrame } from '../project-frame.tsx';
import { optionDetails } from './option-details.ts';

export function ProjectSettingsPage() {
  return (
    <ProjectFrame part="Settings" actions={(project) => <Actions project={project} />}>
      {(project) => (
        <>
          <Panel title="Project settings">
            <Box component="dl" className="fact-list">
              {optionDetails(project).map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
              {project.partition.calendarId !== null && (
                <div>
                  <dt>Calendar</dt>
                  <dd>
                    <CalendarLink id={project.partition.calendarId} />
                  </dd>
                </div>
              )}
            </Box>
          </Panel>
          {project.stage === 'modeling' && <Past project={project} />}
          <Workers key={project.workerCount} project={project} />
          <Panel title="Shared with" intro="Whoever is listed sees the project, its data and its models.">
            <SharedWith path={`projects/${project.id}/`} />
          </Panel>
        </>
      )}
    </ProjectFrame>
  );
}

function CalendarLink({ id }: { id: string }) {
  return (
    <Link to="/calendars/$calendarId" params={{ calendarId: id }} className="row-link">
      {useCalendarName(id) ?? id}
    </Link>
  );
}

function Actions({ project }: { project: Project }) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const navigate = useNavigate();
  const close = () => setDialog(undefined);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setDialog('rename')}>
        Rename
      </Button>
      <Button size="xs" variant="default" className="danger" onClick={() => setDialog('delete')}>
        Delete
      </Button>
      {dialog === 'rename' && <RenameProject project={project} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteProject project={project} onClose={close} onDone={() => void navigate({ to: '/projects' })} />
      )}
    </>
  );
}

/** How the past was shared out, and whether the last of it may be seen. */
function Past({ project }: { project: Project }) {
  const dated = project.partition.useTimeSeries || project.partition.cvMethod === 'datetime';
  const plan = useQuery({ ...callQuery(aimCalls.partitioning(project.id)), enabled: dated });
  return (
    <Panel title="Backtests and holdout" aside={<UnlockHoldout project={project} />}>
      {dated ? (
        <Answer of={plan} what="the backtests">
          {(laid) => <BacktestTimeline plan={laid} />}
        </Answer>
      ) : (
        'Rows were shared out into folds and a holdout, without regard to time.'
      )}
    </Panel>
  );
}

const ALL = -1;

function Workers({ project }: { project: Project }) {
  const [workers, setWorkers] = useState<number | string>(project.workerCount === ALL ? '' : project.workerCount);
  const save = useChange(
    () => projectCalls.change(project.id, { workerCount: typeof workers === 'number' ? workers : ALL }),
    { refresh: [projectKeys.one(project.id)] },
  );
  return (
    <Panel title="Workers" intro="How many models are trained at once. It holds at once, also while something runs.">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined);
        }}
      >
        <Stack align="flex-start">
          <NumberInput
            label="Workers"
            placeholder="As many as there are"
            min={0}
            max={64}
            allowDecimal={false}
            value={workers}
            onChange={setWorkers}
          />
          <ProblemNote problem={save.error} title="Nothing was changed" />
          <Button type="submit" size="xs" loading={save.isPending}>
            Save
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
