import { Select, SimpleGrid, TextInput } from '@mantine/core';
import type { SamplingForm } from './sampling-form.ts';

interface FieldsProps {
  readonly form: SamplingForm;
  readonly onChange: (part: Partial<SamplingForm>) => void;
}

/** By which date, and of which series each. */
export function DateFields({ form, onChange }: FieldsProps) {
  return (
    <>
      <Select
        label="Which end"
        data={[
          { value: 'latest', label: 'the newest rows' },
          { value: 'earliest', label: 'the oldest rows' },
        ]}
        value={form.strategy}
        allowDeselect={false}
        onChange={(strategy) => onChange({ strategy: strategy === 'earliest' ? 'earliest' : 'latest' })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Date column"
          value={form.date}
          onChange={(event) => onChange({ date: event.currentTarget.value })}
          required
        />
        <TextInput
          label="Series column"
          description="Optional"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={form.series}
          onChange={(event) => onChange({ series: event.currentTarget.value })}
        />
      </SimpleGrid>
    </>
  );
}

/** What counts as rare, and where it is written how much each row weighs. */
export function SmartFields({ form, onChange }: FieldsProps) {
  return (
    <>
      <Select
        label="Rare is"
        data={[
          { value: 'binary', label: 'the rarer of two classes' },
          { value: 'zero-inflated', label: 'every value that is not zero' },
        ]}
        value={form.method}
        allowDeselect={false}
        onChange={(method) => onChange({ method: method === 'zero-inflated' ? 'zero-inflated' : 'binary' })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Target column"
          value={form.target}
          onChange={(event) => onChange({ target: event.currentTarget.value })}
          required
        />
        <TextInput
          label="Column of weights"
          description="New: how much each row stands for"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={form.weights}
          onChange={(event) => onChange({ weights: event.currentTarget.value })}
          required
        />
      </SimpleGrid>
    </>
  );
}
