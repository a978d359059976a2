import { SimpleGrid, Stack } from '@mantine/core';

import { useCall } from '../../../api/call-query.ts';
import { type LlmSetting, llmCalls } from '../../../api/generative.ts';
import { LongTextField, NameInput, NumberField, OptionField, Toggle, type useFields } from '../../../parts/fields.tsx';
import type { BlueprintForm } from './blueprint-text.ts';

/** What a form of a blueprint holds, and its fields. */
export type BlueprintFields = ReturnType<typeof useFields<BlueprintForm>>;

const NUMBERS = ['temperature', 'topP', 'maxCompletionLength'] as const;
const SHORT = { temperature: 'Temperature', topP: 'Top P', maxCompletionLength: 'Longest answer' } as const;

export function ModelFields({ values, set, field }: BlueprintFields) {
  const llms = useCall(llmCalls.list());
  const models = (llms.data?.data ?? []).filter(({ isActive, id }) => isActive || id === values.llmId);
  const settings = (models.find(({ id }) => id === values.llmId) ?? models[0])?.settings ?? [];
  return (
    <Stack>
      <NameInput {...field('name')} />
      <OptionField
        label="Model"
        placeholder={
          llms.data && models.length === 0 ? 'No models yet: ask an administrator to add one' : 'Choose a model'
        }
        data={models.map(({ id, name, vendor }) => ({ value: id, label: `${name} (${vendor})` }))}
        {...field('llmId')}
        searchable
        required
      />
      <LongTextField
        label="System prompt"
        description="Optional. Told to the model before anything that is asked"
        {...field('systemPrompt')}
        maxRows={8}
        field="llmSettings.systemPrompt"
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {NUMBERS.map((name) => (
          <Bounded
            key={name}
            label={SHORT[name]}
            setting={settings.find(({ id }) => id === name)}
            {...field(name)}
            field={`llmSettings.${name}`}
          />
        ))}
      </SimpleGrid>
      <Toggle
        label="Remembers what was said before in the chat"
        checked={values.remembers}
        onChange={(remembers) => set({ remembers })}
      />
    </Stack>
  );
}

interface BoundedProps {
  readonly label: string;
  readonly setting: LlmSetting | undefined;
  readonly value: number | '';
  readonly onChange: (value: number | '') => void;
  readonly field: string;
}

/** Empty is the model's own default. */
function Bounded({ setting, ...props }: BoundedProps) {
  const { minValue = null, maxValue = null } = setting?.constraints ?? {};
  const bounds = minValue === null || maxValue === null ? '' : `, ${minValue} to ${maxValue.toLocaleString('en')}`;
  const isWhole = setting?.type === 'integer';
  return (
    <NumberField
      description={`Optional${bounds}`}
      placeholder="default"
      {...(minValue === null ? {} : { min: minValue })}
      {...(maxValue === null ? {} : { max: maxValue })}
      step={isWhole ? 256 : 0.1}
      allowDecimal={!isWhole}
      {...props}
    />
  );
}
