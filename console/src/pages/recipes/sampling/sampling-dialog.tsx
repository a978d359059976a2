import { Fieldset, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldError } from '../../../api/api-problem.ts';
import { type Recipe, recipeCalls, recipeKeys } from '../../../api/recipes.ts';
import { send } from '../../../api/send.ts';
import { FormDialog } from '../../../parts/dialogs.tsx';
import {
  downsamplingOf,
  formOf,
  previews,
  publications,
  type SamplingForm,
  samplingOf,
  settingsOf,
} from './sampling-form.ts';

/** Fewer rows make a preview quick; fewer rows published make a smaller dataset. */
export function SamplingDialog({ recipe, onClose }: { recipe: Recipe; onClose: () => void }) {
  const [form, setForm] = useState(formOf(recipe));
  const change = (part: Partial<SamplingForm>) => setForm({ ...form, ...part });
  const save = useSampling(recipe, onClose);
  const number = (next: string | number): number | '' => (typeof next === 'number' ? next : '');
  return (
    <FormDialog
      title="Which rows"
      onClose={onClose}
      submit="Save"
      onSubmit={() => save.mutate(form)}
      busy={save.isPending}
      problem={save.error}
      refused="Not everything was saved"
    >
      <Fieldset legend="Preview">
        <Stack gap="sm">
          <Select
            label="A preview looks at"
            data={[...previews]}
            value={form.preview}
            allowDeselect={false}
            onChange={(preview) => change({ preview: preview ?? 'all' })}
          />
          {form.preview === 'tablesample' && (
            <NumberInput
              label="Share"
              suffix=" %"
              min={0.01}
              max={100}
              value={form.percent}
              onChange={(percent) => change({ percent: number(percent) })}
              required
              error={fieldError(save.error, 'inputs.0.sampling.arguments.percent')}
            />
          )}
          {form.preview !== 'all' && form.preview !== 'tablesample' && (
            <Rows value={form.rows} onChange={(rows) => change({ rows })} />
          )}
          {form.preview === 'datetime-sample' && <DateFields form={form} onChange={change} />}
        </Stack>
      </Fieldset>
      <Fieldset legend="Publishing">
        <Stack gap="sm">
          <Select
            label="Publishing keeps"
            data={[...publications]}
            value={form.publish}
            allowDeselect={false}
            onChange={(publish) => change({ publish: publish ?? 'all' })}
          />
          {form.publish !== 'all' && (
            <Rows value={form.publishRows} onChange={(publishRows) => change({ publishRows })} />
          )}
          {form.publish === 'smart-downsampling' && <SmartFields form={form} onChange={change} />}
        </Stack>
      </Fieldset>
    </FormDialog>
  );
}

function Rows({ value, onChange }: { value: number | ''; onChange: (rows: number | '') => void }) {
  return (
    <NumberInput
      label="At most"
      suffix=" rows"
      thousandSeparator=","
      min={1}
      max={1_000_000_000}
      allowDecimal={false}
      value={value}
      onChange={(rows) => onChange(typeof rows === 'number' ? rows : '')}
      required
    />
  );
}

/** Saves what both parts of the form say; the API keeps them in three places. */
function useSampling(recipe: Recipe, onDone: () => void) {
  const client = useQueryClient();
  const { recipeId, inputs } = recipe;
  return useMutation({
    mutationFn: async (form: SamplingForm) => {
      const sampled = inputs.map((input, index) => (index === 0 ? { ...input, sampling: samplingOf(form) } : input));
      await send(recipeCalls.setInputs(recipeId, sampled));
      if (form.publish === 'smart-downsampling') await send(recipeCalls.setSettings(recipeId, settingsOf(form)));
      return send(recipeCalls.setDownsampling(recipeId, downsamplingOf(form)));
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: recipeKeys.one(recipeId) });
      onDone();
    },
  });
}

interface FieldsProps {
  readonly form: SamplingForm;
  readonly onChange: (part: Partial<SamplingForm>) => void;
}

/** By which date, and of which series each. */
function DateFields({ form, onChange }: FieldsProps) {
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
function SmartFields({ form, onChange }: FieldsProps) {
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
