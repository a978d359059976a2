import { Badge, Button, Select, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentence } from '../../../api/api-problem.ts';
import { callQuery, useChange } from '../../../api/call-query.ts';
import { type Project, projectCalls, projectFeatureCalls, projectKeys, projectQueries } from '../../../api/projects.ts';
import { ConfirmDialog, FormDialog } from '../../../parts/dialogs.tsx';
import { Note } from '../../../parts/panel.tsx';

const modes = [
  { value: 'quick', label: 'Quick' },
  { value: 'auto', label: 'Autopilot' },
  { value: 'comprehensive', label: 'Comprehensive' },
];

/** Pause what runs, or run once more on other features. */
export function AutopilotButtons({ project }: { project: Project }) {
  const [running, setRunning] = useState(false);
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
      {going && (
        <Button size="xs" variant="default" loading={command.isPending} onClick={() => command.mutate('stop')}>
          Pause autopilot
        </Button>
      )}
      {paused && (
        <Button size="xs" variant="default" loading={command.isPending} onClick={() => command.mutate('start')}>
          Resume autopilot
        </Button>
      )}
      <Button size="xs" onClick={() => setRunning(true)}>
        Run autopilot
      </Button>
      {command.error && <Note tone="careful">{sentence(command.error)}</Note>}
      {running && <RunAgain project={project} onClose={() => setRunning(false)} />}
    </>
  );
}

type Mode = 'auto' | 'comprehensive' | 'quick';

function RunAgain({ project, onClose }: { project: Project; onClose: () => void }) {
  const [mode, setMode] = useState<Mode>('quick');
  const [list, setList] = useState<string>();
  const dated = project.partition.useTimeSeries;
  const plain = useQuery({ ...callQuery(projectFeatureCalls.lists(project.id)), enabled: !dated });
  const derived = useQuery({ ...callQuery(projectFeatureCalls.modelingLists(project.id)), enabled: dated });
  const lists = dated ? derived.data?.data : plain.data;
  const run = useChange((featurelistId: string) => projectCalls.runAgain(project.id, { featurelistId, mode }), {
    refresh: [projectKeys.one(project.id)],
    onDone: onClose,
  });
  const chosen = list ?? lists?.[0]?.id;
  return (
    <FormDialog
      title="Run the autopilot"
      onClose={onClose}
      submit="Run"
      onSubmit={() => chosen && run.mutate(chosen)}
      busy={run.isPending}
      problem={run.error}
      refused="The autopilot was not started"
    >
      <Stack>
        <Select
          label="Mode"
          data={modes}
          value={mode}
          allowDeselect={false}
          onChange={(one) => one && setMode(one as Mode)}
        />
        <Select
          label="Feature list"
          data={(lists ?? []).map(({ id, name, features }) => ({ value: id, label: `${name} (${features.length})` }))}
          value={chosen ?? null}
          allowDeselect={false}
          onChange={(id) => id && setList(id)}
        />
      </Stack>
    </FormDialog>
  );
}

/** The holdout is looked at once, when the choice is made. */
export function UnlockHoldout({ project }: { project: Project }) {
  const [opened, { open, close }] = useDisclosure(false);
  const unlock = useChange(() => projectCalls.change(project.id, { holdoutUnlocked: true }), {
    refresh: [projectKeys.one(project.id)],
    onDone: close,
  });
  if (project.holdoutUnlocked) return <Badge color="gray">holdout unlocked</Badge>;
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Unlock holdout
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title="Unlock the holdout?"
        confirm="Unlock it"
        onConfirm={() => unlock.mutate(undefined)}
        busy={unlock.isPending}
        problem={unlock.error}
      >
        Then everybody sees how models do on it. Choose the model first: a holdout that helped to choose is no honest
        test any more. It cannot be locked again.
      </ConfirmDialog>
    </>
  );
}
