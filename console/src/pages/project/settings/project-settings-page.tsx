import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useCall, useChange } from '../../../api/call-query.ts';
import { aimCalls, type Project, projectCalls, projectKeys } from '../../../api/projects.ts';
import { Allowed, HeadButton, RowLink } from '../../../parts/actions.tsx';
import { SubmitForm } from '../../../parts/dialogs.tsx';
import { NumberField } from '../../../parts/fields.tsx';
import { Answer, Panel, ProblemNote } from '../../../parts/panel.tsx';
import { SharedWith } from '../../../parts/sharing.tsx';
import { FactList } from '../../../parts/text.tsx';
import { BacktestTimeline } from '../../new-project/time/backtest-timeline.tsx';
import { useCalendarName } from '../../new-project/time/calendar-field.tsx';
import { DeleteProject, RenameProject } from '../../projects/project-dialogs.tsx';
import { UnlockHoldout } from '../leaderboard/autopilot-buttons.tsx';
import { ProjectFrame } from '../project-frame.tsx';
import { optionDetails } from './option-details.ts';

export function ProjectSettingsPage() {
  return (
    <ProjectFrame part="Settings" actions={(project) => <Actions project={project} />}>
      {(project) => <Settings project={project} />}
    </ProjectFrame>
  );
}

function Settings({ project }: { project: Project }) {
  const { calendarId } = project.partition;
  return (
    <>
      <Panel title="Project settings">
        <FactList
          facts={[
            ...optionDetails(project),
            ...(calendarId === null ? [] : [{ name: 'Calendar', value: <CalendarLink id={calendarId} /> }]),
          ]}
        />
      </Panel>
      {project.stage === 'modeling' && <Past project={project} />}
      <Allowed needs={projectCalls.change(project.id, {})}>
        <Workers key={project.workerCount} project={project} />
      </Allowed>
      <Panel title="Shared with" intro="Whoever is listed sees the project, its data and its models.">
        <SharedWith path={`projects/${project.id}/`} />
      </Panel>
    </>
  );
}

function CalendarLink({ id }: { id: string }) {
  return <RowLink to="/calendars/$calendarId" params={{ calendarId: id }} text={useCalendarName(id) ?? id} />;
}

function Actions({ project }: { project: Project }) {
  return (
    <>
      <HeadButton
        label="Rename"
        needs={projectCalls.change(project.id, {})}
        dialog={(close) => <RenameProject project={project} onClose={close} />}
      />
      <HeadButton
        label="Delete"
        dangerous
        needs={projectCalls.remove(project.id)}
        dialog={(close) => <DeleteProject project={project} to="/projects" onClose={close} />}
      />
    </>
  );
}

/** How the past was shared out, and whether the last of it may be seen. */
function Past({ project }: { project: Project }) {
  const dated = project.partition.useTimeSeries || project.partition.cvMethod === 'datetime';
  const plan = useCall(aimCalls.partitioning(project.id), { enabled: dated });
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
  const [workers, setWorkers] = useState<number | ''>(project.workerCount === ALL ? '' : project.workerCount);
  const save = useChange(() => projectCalls.change(project.id, { workerCount: workers === '' ? ALL : workers }), {
    refresh: [projectKeys.one(project.id)],
  });
  return (
    <Panel title="Workers" intro="How many models are trained at once. It holds at once, also while something runs.">
      <SubmitForm onSubmit={() => save.mutate(undefined)}>
        <Stack align="flex-start">
          <NumberField
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
      </SubmitForm>
    </Panel>
  );
}
