import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type HealthChange, type HealthSettings, settingsCalls } from '../../../api/deployment-settings.ts';
import { deploymentKey } from '../../../api/deployments.ts';
import { send } from '../../../api/send.ts';
import { useChange } from '../../../api/use-change.ts';
import { Panel } from '../../../parts/panel.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { changedGroups } from './changed.ts';
import { ConditionFields } from './condition-fields.tsx';
import { AccuracyHealth, DriftHealth, OtherHealth } from './health-fields.tsx';

interface HealthFormProps {
  readonly deploymentId: string;
  readonly settings: HealthSettings;
  readonly readOnly: boolean;
}

/** The thresholds of each health status. */
export function HealthForm({ deploymentId, settings, readOnly }: HealthFormProps) {
  const [draft, setDraft] = useState(settings);
  const change = changedGroups(settings, draft);
  const save = useChange((request: HealthChange) => settingsCalls.changeHealth(deploymentId, request), {
    refresh: [deploymentKey(deploymentId)],
  });
  const fields = {
    settings: draft,
    onChange: (part: Partial<HealthSettings>) => setDraft((before) => ({ ...before, ...part })),
  };
  return (
    <Panel
      title="Health thresholds"
      aside={
        !readOnly && (
          <Button
            size="xs"
            variant="default"
            onClick={() => void send(settingsCalls.healthDefaults(deploymentId)).then(setDraft)}
          >
            Fill in the defaults
          </Button>
        )
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(change);
        }}
      >
        <Fieldset variant="unstyled" disabled={readOnly}>
          <Stack gap="xl">
            <DriftHealth {...fields} />
            <AccuracyHealth {...fields} />
            <OtherHealth {...fields} />
            <ConditionFields deploymentId={deploymentId} {...fields} />
            <ProblemNote problem={save.error} title="Nothing was changed" />
            <Group justify="flex-end" gap="sm">
              <Text size="sm" c="dimmed" role="status">
                {Object.keys(change).length === 0
                  ? 'Nothing changed yet'
                  : `Changed: ${Object.keys(change).join(', ')}`}
              </Text>
              <Button type="submit" loading={save.isPending} disabled={Object.keys(change).length === 0}>
                Save health settings
              </Button>
            </Group>
          </Stack>
        </Fieldset>
      </form>
    </Panel>
  );
}
