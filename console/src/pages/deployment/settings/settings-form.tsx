import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type DeploymentSettings, type SettingsChange, settingsCalls } from '../../../api/deployment-settings.ts';
import { type Deployment, deploymentKey } from '../../../api/deployments.ts';
import { begin, useFollow } from '../../../api/follow.ts';
import { JobProgress } from '../../../parts/job-progress.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { ActualsFields } from './actuals-fields.tsx';
import { AnswerFields } from './answer-fields.tsx';
import { changedGroups } from './changed.ts';
import { FairnessFields } from './fairness-fields.tsx';
import { WatchFields } from './watch-fields.tsx';

interface SettingsFormProps {
  readonly deployment: Deployment;
  readonly settings: DeploymentSettings;
  readonly readOnly: boolean;
}

/** Every settings group as one form. Only what was changed is sent. */
export function SettingsForm({ deployment, settings, readOnly }: SettingsFormProps) {
  const [draft, setDraft] = useState(settings);
  // Fields that offer a choice offer only what the API takes.
  const change = changedGroups(settings, draft) as SettingsChange;
  const save = useMutation({ mutationFn: () => begin(settingsCalls.changeSettings(deployment.id, change)) });
  const following = useFollow(save.data?.follow, {
    refresh: [deploymentKey(deployment.id)],
  });
  const fields = {
    deployment,
    settings: draft,
    onChange: (part: Partial<DeploymentSettings>) => setDraft((before) => ({ ...before, ...part })),
  };
  return (
    <Panel title="What is recorded and answered">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Fieldset variant="unstyled" disabled={readOnly}>
          <Stack gap="xl">
            <WatchFields {...fields} />
            <ActualsFields {...fields} />
            <AnswerFields {...fields} />
            <FairnessFields {...fields} />
            <ProblemNote problem={save.error} title="Nothing was changed" />
            <JobProgress of={following} what="Changing the settings" lasting />
            <Group justify="flex-end" gap="sm">
              <Text size="sm" c="dimmed" role="status">
                {Object.keys(change).length === 0
                  ? 'Nothing changed yet'
                  : `Changed: ${Object.keys(change).join(', ')}`}
              </Text>
              <Button type="submit" loading={save.isPending} disabled={Object.keys(change).length === 0}>
                Save settings
              </Button>
            </Group>
          </Stack>
        </Fieldset>
      </form>
    </Panel>
  );
}
