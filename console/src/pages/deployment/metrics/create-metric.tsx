import { Group } from '@mantine/core';
import { deploymentKey } from '../../../api/deployments.ts';
import { metricCalls, type NewMetric } from '../../../api/monitoring.ts';
import { FormDialog } from '../../../parts/dialogs.tsx';
import { ChoiceField, LongTextField, NameInput, NumberField, TextField, useFields } from '../../../parts/fields.tsx';

/** The part of a metric that this form edits. */
type Draft = Required<Pick<NewMetric, 'name' | 'units' | 'isModelSpecific'>> & {
  readonly type: 'average' | 'sum' | 'gauge';
  readonly directionality: 'higherIsBetter' | 'lowerIsBetter';
  readonly description: string;
  readonly baselineValues: readonly { readonly value: number }[];
};

const types = [
  { value: 'average', label: 'averaged' },
  { value: 'sum', label: 'added up' },
  { value: 'gauge', label: 'the newest one' },
] as const;
const directions = [
  { value: 'higherIsBetter', label: 'high' },
  { value: 'lowerIsBetter', label: 'low' },
] as const;

const FIRST: Draft = {
  name: '',
  units: '',
  type: 'average',
  directionality: 'higherIsBetter',
  description: '',
  isModelSpecific: true,
  baselineValues: [],
};

export function CreateMetric({ deploymentId, onClose }: { deploymentId: string; onClose: () => void }) {
  const { values, set, field } = useFields(FIRST);
  return (
    <FormDialog
      title="Create a custom metric"
      onClose={onClose}
      submit="Create"
      call={() => metricCalls.create(deploymentId, values)}
      refresh={[deploymentKey(deploymentId)]}
      refused="No metric was created"
    >
      <NameInput {...field('name')} />
      <Group grow align="flex-start">
        <TextField label="Unit" placeholder="EUR" {...field('units')} required />
        <NumberField
          label="Baseline"
          placeholder="Optional"
          value={values.baselineValues[0]?.value ?? ''}
          onChange={(value) => set({ baselineValues: value === '' ? [] : [{ value }] })}
        />
      </Group>
      <Group grow>
        <ChoiceField label="Values of an hour are" data={types} {...field('type')} />
        <ChoiceField label="Good is" data={directions} {...field('directionality')} />
      </Group>
      <LongTextField label="Description" description="Optional" {...field('description')} />
    </FormDialog>
  );
}
