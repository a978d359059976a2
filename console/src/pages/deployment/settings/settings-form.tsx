import { Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../api/call-query.ts';
import { type DeploymentSettings, type SettingsChange, settingsCalls } from '../../../api/deployment-settings.ts';
import { type Deployment, deploymentCalls, deploymentKey } from '../../../api/deployments.ts';
import { begin, useFollow } from '../../../api/follow.ts';

import { ChoiceField, NumberField, TagsField, TextField, Toggle } from '../../../parts/fields.tsx';
import { Panel } from '../../../parts/panel.tsx';

import { JobProgress } from '../../../parts/upload.tsx';
import { changedGroups } from './changed.ts';
import { DraftForm, FieldGroup, type FieldsProps, SwitchField } from './field-group.tsx';
import { AnswerFields, WatchFields } from './watch-fields.tsx';

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
      <DraftForm change={change} readOnly={readOnly} submit="Save settings" sent={save} onSubmit={() => save.mutate()}>
        <WatchFields {...fields} />
        <ActualsFields {...fields} />
        <AnswerFields {...fields} />
        <FairnessFields {...fields} />
        <JobProgress of={following} what="Changing the settings" lasting />
      </DraftForm>
    </Panel>
  );
}

/** How a prediction is found again when its truth is known. */
function ActualsFields({ deployment, settings, onChange }: FieldsProps) {
  const { associationId, predictionsByForecastDate: byDate } = settings;
  return (
    <FieldGroup title="Actuals">
      <Stack gap="sm" maw={574}>
        <TagsField
          label="Association id"
          description="The column that names each row, so that what really happened can be matched to it later. Type a name, then Enter"
          maxTags={10}
          value={associationId.columnNames ?? []}
          onChange={(names) =>
            onChange({ associationId: { ...associationId, columnNames: names.length === 0 ? null : names } })
          }
        />
        <Toggle
          label="Refuse requests without it"
          checked={associationId.requiredInPredictionRequests}
          onChange={(on) =>
            onChange({
              associationId: { ...associationId, requiredInPredictionRequests: on },
            })
          }
        />
        <Toggle
          label="Generate an ID if missing"
          checked={associationId.autoGenerateId}
          onChange={(on) => onChange({ associationId: { ...associationId, autoGenerateId: on } })}
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
        <TextField
          label="Column with the date"
          value={byDate.columnName ?? ''}
          onChange={(text) => onChange({ predictionsByForecastDate: { ...byDate, columnName: text || null } })}
        />
        <TextField
          label="Its format"
          placeholder="%Y-%m-%d"
          value={byDate.datetimeFormat ?? ''}
          onChange={(text) => onChange({ predictionsByForecastDate: { ...byDate, datetimeFormat: text || null } })}
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
  const features = useCall(deploymentCalls.allFeatures(deployment.id));
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
        <TagsField
          label="Protected columns"
          data={features.data?.data.map(({ name }) => name) ?? []}
          maxTags={10}
          value={fairness?.protectedFeatures ?? []}
          onChange={(protectedFeatures) => set({ protectedFeatures })}
        />
        <TextField
          label="Preferable answer"
          description="The class that is good news for people"
          value={String(fairness?.preferableTargetValue ?? '')}
          onChange={(text) => set({ preferableTargetValue: text })}
        />
        <ChoiceField
          label="Measured by"
          data={metrics}
          value={fairness?.fairnessMetricsSet ?? null}
          onChange={(value) => set({ fairnessMetricsSet: value })}
        />
        <NumberField
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
