import { Button, Fieldset, Group, NumberInput, Select, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { type DeploymentSettings, type SettingsChange, settingsCalls } from '../../../api/deployment-settings.ts';
import { type Deployment, deploymentCalls, deploymentKey } from '../../../api/deployments.ts';
import { begin, useFollow } from '../../../api/follow.ts';
import { JobProgress } from '../../../parts/job-progress.tsx';
import { Panel, ProblemNote } from '../../../parts/panel.tsx';
import { AnswerFields } from './answer-fields.tsx';
import { changedGroups } from './changed.ts';
import { FieldGroup, type FieldsProps, SwitchField } from './field-group.tsx';
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

/** How a prediction is found again when its truth is known. */
function ActualsFields({ deployment, settings, onChange }: FieldsProps) {
  const { associationId, predictionsByForecastDate: byDate } = settings;
  return (
    <FieldGroup title="Actuals">
      <Stack gap="sm" maw={574}>
        <TagsInput
          label="Association id"
          description="The column that names each row, so that what really happened can be matched to it later. Type a name, then Enter"
          maxTags={10}
          value={[...(associationId.columnNames ?? [])]}
          onChange={(names) =>
            onChange({ associationId: { ...associationId, columnNames: names.length === 0 ? null : names } })
          }
        />
        <Switch
          label="Refuse requests without it"
          checked={associationId.requiredInPredictionRequests}
          onChange={(event) =>
            onChange({
              associationId: { ...associationId, requiredInPredictionRequests: event.currentTarget.checked },
            })
          }
        />
        <Switch
          label="Generate an ID if missing"
          checked={associationId.autoGenerateId}
          onChange={(event) =>
            onChange({ associationId: { ...associationId, autoGenerateId: event.currentTarget.checked } })
          }
        />
      </Stack>
      <SwitchField
        label="Automatic actuals"
        about="Later requests of a time series bring the truth of earlier forecasts along."
        never={deployment.capabilities.supportsAutomaticActuals ? undefined : 'Only time series can have them.'}
        checked={settings.automaticActuals.enabled}
        onChange={(enabled) => onChange({ automaticActuals: { enabled } })}
      />
      <SwitchField
        label="Count by forecast date"
        about="A prediction counts at the time it is about, not when it was made."
        checked={byDate.enabled}
        onChange={(enabled) => onChange({ predictionsByForecastDate: { ...byDate, enabled } })}
      >
        <TextInput
          label="Column with the date"
          value={byDate.columnName ?? ''}
          onChange={(event) =>
            onChange({ predictionsByForecastDate: { ...byDate, columnName: event.currentTarget.value || null } })
          }
        />
        <TextInput
          label="Its format"
          placeholder="%Y-%m-%d"
          value={byDate.datetimeFormat ?? ''}
          onChange={(event) =>
            onChange({ predictionsByForecastDate: { ...byDate, datetimeFormat: event.currentTarget.value || null } })
          }
        />
      </SwitchField>
    </FieldGroup>
  );
}

const metrics = [
  { value: 'proportionalParity', label: 'Proportional parity' },
  { value: 'equalParity', label: 'Equal parity' },
  { value: 'predictionBalance', label: 'Prediction balance' },
  { value: 'trueFavorableAndUnfavorableRateParity', label: 'True favourable and unfavourable rates' },
  { value: 'favorableAndUnfavorablePredictiveValueParity', label: 'Favourable and unfavourable predictive values' },
];

const FIRST = {
  protectedFeatures: [],
  preferableTargetValue: '',
  fairnessMetricsSet: 'proportionalParity',
  fairnessThreshold: 0.8,
};

/** Whether groups of people are treated alike. */
function FairnessFields({ deployment, settings: { biasAndFairness: fairness }, onChange }: FieldsProps) {
  const features = useQuery(callQuery(deploymentCalls.allFeatures(deployment.id)));
  const set = (change: Partial<NonNullable<typeof fairness>>) =>
    onChange({ biasAndFairness: { ...(fairness ?? FIRST), ...change } });
  return (
    <FieldGroup title="Fairness">
      <SwitchField
        label="Watch fairness"
        about="Compares predictions between the values of protected columns."
        checked={fairness !== null}
        onChange={(on) => onChange({ biasAndFairness: on ? FIRST : null })}
      >
        <TagsInput
          label="Protected columns"
          data={features.data?.data.map(({ name }) => name) ?? []}
          maxTags={10}
          value={[...(fairness?.protectedFeatures ?? [])]}
          onChange={(protectedFeatures) => set({ protectedFeatures })}
        />
        <TextInput
          label="Preferable answer"
          description="The class that is good news for people"
          value={String(fairness?.preferableTargetValue ?? '')}
          onChange={(event) => set({ preferableTargetValue: event.currentTarget.value })}
        />
        <Select
          label="Measured by"
          data={metrics}
          value={fairness?.fairnessMetricsSet ?? null}
          onChange={(value) => set({ fairnessMetricsSet: value ?? FIRST.fairnessMetricsSet })}
          allowDeselect={false}
        />
        <NumberInput
          w={180}
          label="Fair from"
          description="Of the best-treated group's share"
          min={0}
          max={1}
          step={0.05}
          value={fairness?.fairnessThreshold ?? 0.8}
          onChange={(value) => set({ fairnessThreshold: Number(value) })}
        />
      </SwitchField>
    </FieldGroup>
  );
}
