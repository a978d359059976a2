import { Group, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../../api/api-problem.ts';
import { metricCalls, metricsKey, type NewMetric } from '../../../api/custom-metrics.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { NameInput } from '../../../parts/name-input.tsx';

const FIRST: NewMetric = {
  name: '',
  units: '',
  type: 'average',
  directionality: 'higherIsBetter',
  description: '',
  isModelSpecific: true,
  baselineValues: [],
};

export function CreateMetric({ deploymentId, onClose }: { deploymentId: string; onClose: () => void }) {
  const [metric, setMetric] = useState(FIRST);
  const set = (change: Partial<NewMetric>) => setMetric((before) => ({ ...before, ...change }));
  const create = useChange((wish: NewMetric) => metricCalls.create(deploymentId, wish), {
    refresh: [metricsKey(deploymentId)],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Create a custom metric"
      onClose={onClose}
      submit="Create it"
      onSubmit={() => create.mutate(metric)}
      busy={create.isPending}
      problem={create.error}
      refused="No metric was created"
    >
      <NameInput value={metric.name} onChange={(name) => set({ name })} problem={create.error} />
      <Group grow align="flex-start">
        <TextInput
          label="Unit"
          placeholder="EUR"
          value={metric.units}
          onChange={(event) => set({ units: event.currentTarget.value })}
          required
          error={fieldError(create.error, 'units')}
        />
        <NumberInput
          label="Baseline"
          placeholder="Optional"
          value={metric.baselineValues[0]?.value ?? ''}
          onChange={(value) => set({ baselineValues: typeof value === 'number' ? [{ value }] : [] })}
        />
      </Group>
      <Group grow>
        <Select
          label="Values of an hour are"
          data={[
            { value: 'average', label: 'averaged' },
            { value: 'sum', label: 'added up' },
            { value: 'gauge', label: 'the newest one' },
          ]}
          value={metric.type}
          onChange={(type) => set({ type: (type ?? 'average') as NewMetric['type'] })}
          allowDeselect={false}
        />
        <Select
          label="Good is"
          data={[
            { value: 'higherIsBetter', label: 'high' },
            { value: 'lowerIsBetter', label: 'low' },
          ]}
          value={metric.directionality}
          onChange={(way) => set({ directionality: way === 'lowerIsBetter' ? 'lowerIsBetter' : 'higherIsBetter' })}
          allowDeselect={false}
        />
      </Group>
      <Textarea
        label="Description"
        description="Optional"
        value={metric.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        autosize
        minRows={2}
      />
    </FormDialog>
  );
}
