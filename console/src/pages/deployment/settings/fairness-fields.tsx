import { NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../api/call-query.ts';
import { deploymentCalls } from '../../../api/deployments.ts';
import { FieldGroup, type FieldsProps, SwitchField } from './field-group.tsx';

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
export function FairnessFields({ deployment, settings: { biasAndFairness: fairness }, onChange }: FieldsProps) {
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
