import { Fieldset, NumberInput, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../../api/api-problem.ts';
import type { Recipe } from '../../../api/recipes.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { DateFields, SmartFields } from './sampling-fields.tsx';
import { formOf, previews, publications, type SamplingForm } from './sampling-form.ts';
import { useSampling } from './use-sampling.ts';

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
