import { Fieldset, SimpleGrid, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Recipe, recipeCalls, recipeKeys } from '../../../api/recipes.ts';
import { send } from '../../../api/send.ts';
import { FormModal } from '../../../parts/dialogs.tsx';
import { ChoiceField, NumberField, TextField, useFields } from '../../../parts/fields.tsx';
import type { SamplingForm } from './sampling-form.ts';
import { downsamplingOf, formOf, previews, publications, samplingOf, settingsOf } from './sampling-form.ts';

/** Fewer rows make a preview quick; fewer rows published make a smaller dataset. */
export function SamplingDialog({ recipe, onClose }: { recipe: Recipe; onClose: () => void }) {
  const fields = useFields(formOf(recipe));
  const { values, field } = fields;
  const save = useSampling(recipe, onClose);
  return (
    <FormModal
      title="Which rows"
      onClose={onClose}
      submit="Save"
      onSubmit={() => save.mutate(values)}
      change={save}
      refused="Not everything was saved"
    >
      <Fieldset legend="Preview">
        <Stack gap="sm">
          <ChoiceField label="A preview looks at" data={previews} {...field('preview')} />
          {values.preview === 'tablesample' && (
            <NumberField
              label="Share"
              suffix=" %"
              min={0.01}
              max={100}
              {...field('percent')}
              required
              field="inputs.0.sampling.arguments.percent"
            />
          )}
          {values.preview !== 'all' && values.preview !== 'tablesample' && <Rows {...field('rows')} />}
          {values.preview === 'datetime-sample' && <DateFields {...fields} />}
        </Stack>
      </Fieldset>
      <Fieldset legend="Publishing">
        <Stack gap="sm">
          <ChoiceField label="Publishing keeps" data={publications} {...field('publish')} />
          {values.publish !== 'all' && <Rows {...field('publishRows')} />}
          {values.publish === 'smart-downsampling' && <SmartFields {...fields} />}
        </Stack>
      </Fieldset>
    </FormModal>
  );
}

const Rows = (rows: { value: number | ''; onChange: (rows: number | '') => void }) => (
  <NumberField
    label="At most"
    suffix=" rows"
    thousandSeparator=","
    min={1}
    max={1_000_000_000}
    allowDecimal={false}
    required
    {...rows}
  />
);

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

type SamplingFields = ReturnType<typeof useFields<SamplingForm>>;

const ends = [
  { value: 'latest', label: 'the newest rows' },
  { value: 'earliest', label: 'the oldest rows' },
] as const;

/** By which date, and of which series each. */
const DateFields = ({ field }: SamplingFields) => (
  <>
    <ChoiceField label="Which end" data={ends} {...field('strategy')} />
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextField label="Date column" {...field('date')} required />
      <TextField label="Series column" description="Optional" inputWrapperOrder={BELOW} {...field('series')} />
    </SimpleGrid>
  </>
);

const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

const methods = [
  { value: 'binary', label: 'the rarer of two classes' },
  { value: 'zero-inflated', label: 'every value that is not zero' },
] as const;

/** What counts as rare, and where it is written how much each row weighs. */
const SmartFields = ({ field }: SamplingFields) => (
  <>
    <ChoiceField label="Rare is" data={methods} {...field('method')} />
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextField label="Target column" {...field('target')} required />
      <TextField
        label="Column of weights"
        description="New: how much each row stands for"
        inputWrapperOrder={BELOW}
        {...field('weights')}
        required
      />
    </SimpleGrid>
  </>
);
