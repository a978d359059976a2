import { Stack, Stepper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { callQuery } from '../../api/call-query.ts';
import { datasetCalls } from '../../api/datasets.ts';
import { aimCalls, projectFeatureCalls } from '../../api/projects.ts';
import { Answer } from '../../parts/answer.tsx';
import { Page } from '../../parts/page.tsx';
import { aimOf, datedFields } from './aim-of.ts';
import { DataStep } from './data-step.tsx';
import { ModelsStep } from './models-step.tsx';
import { StartStep } from './start-step.tsx';
import { STEPS, titles } from './steps.ts';
import { TargetStep } from './target-step.tsx';
import { TimeStep } from './time/time-step.tsx';
import { useWizard, type Wizard } from './use-wizard.ts';
import '../projects/projects.css';

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
  const features = useQuery(callQuery(projectFeatureCalls.list(id)));
  return (
    <Answer of={features} what="the columns of the data">
      {(columns) => {
        const given = { wizard, projectId: id, features: columns };
        if (wizard.step === 'time') return <TimeStep {...given} />;
        if (wizard.step === 'models') return <ModelsStep {...given} />;
        if (wizard.step === 'start') return <StartStep {...given} />;
        return <TargetStep {...given} />;
      }}
    </Answer>
  );
}
