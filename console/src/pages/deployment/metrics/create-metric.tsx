import { Group, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../../api/api-problem.ts';
import { useChange } from '../../../api/call-query.ts';
import { deploymentKey } from '../../../api/deployments.ts';
import { metricCalls, type NewMetric } from '../../../api/monitoring.ts';
import { FormDialog } from '../../../parts/dialogs.tsx';
import { NameInput } from '../../../parts/name-input.tsx';

/** The part of a metric that this form edits. */
type Draft = Required<Pick<NewMetric, 'name' | 'units' | 'isModelSpecific'>> & {
  readonly type: 'average' | 'sum' | 'gauge';
  readonly directionality: 'higherIsBetter' | 'lowerIsBetter';
  readonly description: string;
  readonly baselineValues: readonly { readonly value: number }[];
};

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
  const [metric, setMetric] = useState(FIRST);
  const set = (change: Partial<Draft>) => setMetric((before) => ({ ...before, ...change }));
  const create = useChange((draft: Draft) => metricCalls.create(deploymentId, draft), {
    refresh: [deploymentKey(deploymentId)],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Create a custom metric"
      onClose={onClose}
      submit="Create"
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
          onChange={(type) => set({ type: (type ?? 'average') as Draft['type'] })}
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
