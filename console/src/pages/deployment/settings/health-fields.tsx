import { SimpleGrid } from '@mantine/core';
import type { HealthSettings } from '../../../api/deployment-settings.ts';
import { ChoiceField, NumberField, TagsField, TextField } from '../../../parts/fields.tsx';
import { FieldGroup, SwitchField } from './field-group.tsx';

interface HealthFieldsProps {
  readonly settings: HealthSettings;
  readonly onChange: (change: Partial<HealthSettings>) => void;
}

const intervals: readonly { value: Drift['timeInterval']; label: string }[] = [
  { value: 'T2H', label: '2 hours' },
  { value: 'P1D', label: '1 day' },
  { value: 'P7D', label: '7 days' },
  { value: 'P30D', label: '30 days' },
  { value: 'P90D', label: '90 days' },
  { value: 'P180D', label: '180 days' },
  { value: 'P365D', label: '365 days' },
  { value: 'ALL', label: 'everything' },
];
const counts = ['1', '5', '10', '50', '100', '1000', '10000'];
const WIDE = { base: 1, xs: 2, md: 3 } as const;

const orNull = (value: string | number): number | null => (value === '' ? null : Number(value));

type Drift = HealthSettings['dataDrift'];

export function DriftHealth({ settings: { dataDrift }, onChange }: HealthFieldsProps) {
  const set = (change: Partial<Drift>) => onChange({ dataDrift: { ...dataDrift, ...change } });
  const numbers = [
    ['lowImportanceWarningCount', 'At risk above, unimportant'],
    ['lowImportanceFailingCount', 'Failing above, unimportant'],
    ['highImportanceWarningCount', 'At risk above, important'],
    ['highImportanceFailingCount', 'Failing above, important'],
  ] as const;
  return (
    <FieldGroup title="Drift">
      <SimpleGrid cols={WIDE}>
        <ChoiceField
          label="Looks back"
          description="Which rows are compared"
          data={intervals}
          value={dataDrift.timeInterval}
          onChange={(value) => set({ timeInterval: value })}
        />
        <NumberField
          label="Drifted above"
          description="PSI of a feature"
          min={0}
          step={0.05}
          value={dataDrift.driftThreshold}
          onChange={(value) => set({ driftThreshold: Number(value) })}
        />
        <NumberField
          label="Important above"
          description="Of the most important feature's weight"
          min={0}
          max={1}
          step={0.1}
          value={dataDrift.importanceThreshold}
          onChange={(value) => set({ importanceThreshold: Number(value) })}
        />
        {numbers.map(([name, label]) => (
          <NumberField
            key={name}
            label={label}
            description="Drifted features; empty for never"
            min={0}
            value={dataDrift[name] ?? ''}
            onChange={(value) => set({ [name]: orNull(value) })}
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TagsField
          label="Left out"
          description="Features that may drift"
          value={dataDrift.excludedFeatures}
          onChange={(excludedFeatures) => set({ excludedFeatures })}
        />
        <TagsField
          label="Always important"
          description="Whatever their weight"
          value={dataDrift.starredFeatures}
          onChange={(starredFeatures) => set({ starredFeatures })}
        />
      </SimpleGrid>
    </FieldGroup>
  );
}

type Accuracy = HealthSettings['accuracy'];

export function AccuracyHealth({ settings: { accuracy }, onChange }: HealthFieldsProps) {
  const set = (change: Partial<Accuracy>) => onChange({ accuracy: { ...accuracy, ...change } });
  return (
    <FieldGroup title="Accuracy">
      <SimpleGrid cols={WIDE}>
        <TextField
          label="Metric"
          description="As a leaderboard names it"
          value={accuracy.metric}
          onChange={(text) => set({ metric: text as Accuracy['metric'] })}
        />
        <ChoiceField
          label="Compared by"
          description="What the thresholds mean"
          data={[
            { value: 'percent', label: 'percent worse than training' },
            { value: 'value', label: 'its value' },
          ]}
          value={accuracy.measurement}
          onChange={(value) => set({ measurement: value === 'value' ? 'value' : 'percent' })}
        />
        <NumberField
          label="At risk from"
          description="Empty for never"
          value={accuracy.warningThreshold ?? ''}
          onChange={(value) => set({ warningThreshold: orNull(value) })}
        />
        <NumberField
          label="Failing from"
          description="Empty for never"
          value={accuracy.failingThreshold ?? ''}
          onChange={(value) => set({ failingThreshold: orNull(value) })}
        />
      </SimpleGrid>
    </FieldGroup>
  );
}

export function OtherHealth({ settings, onChange }: HealthFieldsProps) {
  const { fairness, service, predictionsTimeliness, actualsTimeliness } = settings;
  const timely = [
    ['predictionsTimeliness', 'Predictions in time', predictionsTimeliness],
    ['actualsTimeliness', 'Actuals in time', actualsTimeliness],
  ] as const;
  return (
    <FieldGroup title="Fairness, batches and timeliness">
      <SimpleGrid cols={WIDE}>
        <NumberField
          label="Unfair groups: at risk from"
          description="How many"
          min={0}
          value={fairness.protectedClassWarningCount}
          onChange={(value) => onChange({ fairness: { ...fairness, protectedClassWarningCount: Number(value) } })}
        />
        <NumberField
          label="Unfair groups: failing from"
          description="How many"
          min={0}
          value={fairness.protectedClassFailingCount}
          onChange={(value) => onChange({ fairness: { ...fairness, protectedClassFailingCount: Number(value) } })}
        />
        <ChoiceField
          label="Newest batches looked at"
          description="Of deployments watched by batch"
          data={counts}
          value={String(service.batchCount)}
          onChange={(value) => onChange({ service: { batchCount: Number(value) } })}
        />
      </SimpleGrid>
      {timely.map(([name, label, { enabled, expectedFrequency }]) => (
        <SwitchField
          key={name}
          label={label}
          about="The status changes when they come more rarely than expected."
          checked={enabled}
          onChange={(on) => onChange({ [name]: { enabled: on, expectedFrequency } })}
        >
          <TextField
            w={220}
            label="Expected every"
            description="A duration like PT1H, P1D or P7D"
            value={expectedFrequency}
            onChange={(text) => onChange({ [name]: { enabled, expectedFrequency: text } })}
          />
        </SwitchField>
      ))}
    </FieldGroup>
  );
}
