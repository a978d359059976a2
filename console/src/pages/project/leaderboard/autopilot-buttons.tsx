import { Badge, Stack } from '@mantine/core';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentence } from '../../../api/api-problem.ts';
import { useCall, useChange } from '../../../api/call-query.ts';
import { type Project, projectCalls, projectFeatureCalls, projectKeys, projectQueries } from '../../../api/projects.ts';
import { Allowed, HeadButton } from '../../../parts/actions.tsx';
import { ConfirmDialog, FormDialog } from '../../../parts/dialogs.tsx';
import { ChoiceField } from '../../../parts/fields.tsx';
import { Note } from '../../../parts/panel.tsx';

const modes: readonly { value: Mode; label: string }[] = [
  { value: 'quick', label: 'Quick' },
  { value: 'auto', label: 'Autopilot' },
  { value: 'comprehensive', label: 'Comprehensive' },
];

/** Pause what runs, or run once more on other features. */
export function AutopilotButtons({ project }: { project: Project }) {
  const status = useQuery(projectQueries.status(project.id));
  const going = status.data?.autopilotDone === false;
  const jobs = useQuery(projectQueries.modelJobs(project.id, going));
  const command = useChange((word: 'start' | 'stop') => projectCalls.pause(project.id, word), {
    refresh: [projectKeys.one(project.id)],
  });
  // A paused autopilot counts as done, and its models go on waiting.
  const paused = status.data?.autopilotDone === true && (jobs.data?.some(({ status: at }) => at === 'queue') ?? false);
  return (
    <>
      <Allowed needs={projectCalls.pause(project.id, 'stop')}>
        {going && (
          <HeadButton label="Pause autopilot" busy={command.isPending} onClick={() => command.mutate('stop')} />
        )}
        {paused && (
          <HeadButton label="Resume autopilot" busy={command.isPending} onClick={() => command.mutate('start')} />
        )}
        <HeadButton label="Run autopilot" primary dialog={(close) => <RunAgain project={project} onClose={close} />} />
      </Allowed>
      {command.error && <Note tone="careful">{sentence(command.error)}</Note>}
    </>
  );
}

type Mode = 'auto' | 'comprehensive' | 'quick';

function RunAgain({ project, onClose }: { project: Project; onClose: () => void }) {
  const [mode, setMode] = useState<Mode>('quick');
  const [list, setList] = useState<string>();
  const dated = project.partition.useTimeSeries;
  const plain = useCall(projectFeatureCalls.lists(project.id), { enabled: !dated });
  const derived = useCall(projectFeatureCalls.modelingLists(project.id), { enabled: dated });
  const lists = dated ? derived.data?.data : plain.data;
  const chosen = list ?? lists?.[0]?.id;
  return (
    <FormDialog
      title="Run the autopilot"
      onClose={onClose}
      submit="Run"
      call={() => (chosen ? projectCalls.runAgain(project.id, { featurelistId: chosen, mode }) : undefined)}
      refresh={[projectKeys.one(project.id)]}
      refused="The autopilot was not started"
    >
      <Stack>
        <ChoiceField label="Mode" data={modes} value={mode} onChange={setMode} />
        <ChoiceField
          label="Feature list"
          data={(lists ?? []).map(({ id, name, features }) => ({ value: id, label: `${name} (${features.length})` }))}
          value={chosen ?? null}
          onChange={setList}
        />
      </Stack>
    </FormDialog>
  );
}

/** The holdout is looked at once, when the choice is made. */
export function UnlockHoldout({ project }: { project: Project }) {
  if (project.holdoutUnlocked) return <Badge color="gray">holdout unlocked</Badge>;
  return (
    <HeadButton
      label="Unlock holdout"
      needs={projectCalls.change(project.id, { holdoutUnlocked: true })}
      dialog={(close) => (
        <ConfirmDialog
          onClose={close}
          title="Unlock the holdout?"
          confirm="Unlock it"
          call={projectCalls.change(project.id, { holdoutUnlocked: true })}
          refresh={[projectKeys.one(project.id)]}
        >
          Then everybody sees how models do on it. Choose the model first: a holdout that helped to choose is no honest
          test any more. It cannot be locked again.
        </ConfirmDialog>
      )}
    />
  );
}
