import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ProjectFeature } from '../../api/projects.ts';
import { Dimmed } from '../../parts/text.tsx';
import { nextStep, stepBefore, titles } from './steps.ts';
import type { Wizard } from './use-wizard.ts';

interface StepButtonsProps {
  readonly wizard: Wizard;
  /** Why the next step has to wait. */
  readonly wait?: string | undefined;
  /** Instead of the way to the next step. */
  readonly last?: ReactNode;
}

export function StepButtons({ wizard: { step, go }, wait, last }: StepButtonsProps) {
  return (
    <Group justify="space-between">
      {step === 'target' ? (
        <span />
      ) : (
        <Button variant="default" onClick={() => go(stepBefore(step))}>
          {`Back: ${titles[stepBefore(step)]}`}
        </Button>
      )}
      <Group gap="sm">
        {wait && <Dimmed>{wait}</Dimmed>}
        {last ?? (
          <Button disabled={wait !== undefined} onClick={() => go(nextStep(step))}>
            {`Next: ${titles[nextStep(step)]}`}
          </Button>
        )}
      </Group>
    </Group>
  );
}

/** What every step after the first is given. */
export interface StepProps {
  readonly wizard: Wizard;
  readonly projectId: string;
  readonly features: readonly ProjectFeature[];
}
