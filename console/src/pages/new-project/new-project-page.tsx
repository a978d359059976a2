import { Box, Button, Select, Stack, Stepper } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { datasetCalls } from '../../api/datasets.ts';
import type { ProjectFeature } from '../../api/projects.ts';
import { aimCalls, projectCalls, projectFeatureCalls, projectKeys, projectQueries } from '../../api/projects.ts';
import { Page } from '../../parts/page.tsx';
import { Panel, ProblemNote, Reply } from '../../parts/panel.tsx';
import { Dimmed } from '../../parts/text.tsx';
import { aimOf, datedFields, missing } from './aim-of.ts';
import { DataStep } from './data-step.tsx';
import { ModelsStep } from './models-step.tsx';
import { STEPS, titles } from './steps.ts';
import { TimeStep } from './time/time-step.tsx';
import { useWizard, type Wizard } from './use-wizard.ts';
import '../projects/projects.css';
import { useNavigate } from '@tanstack/react-router';
import { begin, useFollow } from '../../api/follow.ts';
import { send } from '../../api/send.ts';
import { ColumnPicture } from '../../parts/columns/column-table.tsx';
import { JobProgress } from '../../parts/upload.tsx';
import { StepButtons, type StepProps } from './step-buttons.tsx';
import { summary } from './summary.ts';
import { useCalendarName } from './time/calendar-field.tsx';

/** What the step on screen does, or will do, through the API. */
function callsOf({ step, projectId, draft }: Wizard) {
  if (projectId === undefined) return [datasetCalls.list({ offset: 0, limit: 100 })];
  const dated = datedFields(draft);
  if (step === 'time' && dated) return [aimCalls.preview(projectId, dated)];
  if (step === 'start' || step === 'models') return [aimCalls.start(projectId, aimOf(draft))];
  return [projectFeatureCalls.list(projectId)];
}

export function NewProjectPage() {
  const wizard = useWizard();
  const { step, projectId, go } = wizard;
  const calls = useMemo(() => callsOf(wizard), [wizard]);
  return (
    <Page title="New project" intro="Five steps from a table to models that are being trained." calls={calls}>
      <Stepper
        active={STEPS.indexOf(step)}
        onStepClick={(index) => go(STEPS[index] ?? 'data')}
        size="sm"
        iconSize={32}
        className="wizard-steps"
        allowNextStepsSelect={projectId !== undefined}
      >
        {STEPS.map((name) => (
          <Stepper.Step
            key={name}
            label={titles[name]}
            aria-current={name === step ? 'step' : undefined}
            disabled={(name === 'data') === (projectId !== undefined)}
          />
        ))}
      </Stepper>
      <Stack>
        {projectId === undefined ? <DataStep wizard={wizard} /> : <Further wizard={wizard} id={projectId} />}
      </Stack>
    </Page>
  );
}

/** Every step after the first knows the columns. */
function Further({ wizard, id }: { wizard: Wizard; id: string }): ReactNode {
  return (
    <Reply to={projectFeatureCalls.list(id)} what="the columns of the data">
      {(columns) => {
        const given = { wizard, projectId: id, features: columns };
        if (wizard.step === 'time') return <TimeStep {...given} />;
        if (wizard.step === 'models') return <ModelsStep {...given} />;
        if (wizard.step === 'start') return <StartStep {...given} />;
        return <TargetStep {...given} />;
      }}
    </Reply>
  );
}

/** What kind of question the target makes of it; the platform decides the same way. */
function question({ featureType, uniqueCount }: ProjectFeature): string {
  if (uniqueCount === 2) return 'Two classes: models answer how likely the positive one is.';
  if (featureType === 'Numeric') return 'Numbers: models answer with a number (regression).';
  return `${uniqueCount} classes: models answer which one is likely.`;
}

function TargetStep({ wizard, projectId, features }: StepProps) {
  const target = features.find(({ name }) => name === wizard.draft.target);
  const possible = features.filter(({ featureType }) => featureType !== 'Date');
  return (
    <>
      <Panel
        title="What should be predicted?"
        intro="One column of the table. Rows without a value in it are left out."
      >
        <Stack gap="xs">
          <Select
            label="Target"
            placeholder="Choose a column"
            searchable
            maw={420}
            data={possible.map(({ name, featureType }) => ({ value: name, label: `${name} (${featureType})` }))}
            value={wizard.draft.target ?? null}
            onChange={(name) => name !== null && wizard.change({ target: name })}
          />
          {target && <Dimmed>{question(target)}</Dimmed>}
        </Stack>
      </Panel>
      {target && <Picture projectId={projectId} feature={target} />}
      <StepButtons wizard={wizard} wait={target ? undefined : 'Choose a target first.'} />
    </>
  );
}

function Picture({ projectId, feature }: { projectId: string; feature: ProjectFeature }) {
  return (
    <Reply to={projectFeatureCalls.histogram(projectId, feature.name)} what="the histogram">
      {({ plot }) => (
        <ColumnPicture
          column={feature}
          rowCount={plot.reduce((sum, { count }) => sum + count, 0) + feature.naCount}
          bars={plot}
        />
      )}
    </Reply>
  );
}

/** -1: every worker of the installation. */
const ALL = -1;

function StartStep({ wizard, projectId }: StepProps) {
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
