import { NumberInput, Select, SimpleGrid, Stack, Switch, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fieldError } from '../../../api/api-problem.ts';
import { callQuery } from '../../../api/call-query.ts';
import { type LlmSetting, llmCalls } from '../../../api/generative.ts';
import { NameInput } from '../../../parts/name-input.tsx';
import type { BlueprintForm } from './blueprint-text.ts';

export interface FieldsProps {
  readonly form: BlueprintForm;
  readonly onForm: (change: Partial<BlueprintForm>) => void;
  readonly problem: unknown;
}

const NUMBERS = ['temperature', 'topP', 'maxCompletionLength'] as const;
const SHORT = { temperature: 'Temperature', topP: 'Top P', maxCompletionLength: 'Longest answer' } as const;

export function ModelFields({ form, onForm, problem }: FieldsProps) {
  const llms = useQuery(callQuery(llmCalls.list()));
  const models = (llms.data?.data ?? []).filter(({ isActive, id }) => isActive || id === form.llmId);
  const settings = (models.find(({ id }) => id === form.llmId) ?? models[0])?.settings ?? [];
  return (
    <Stack>
      <NameInput value={form.name} onChange={(name) => onForm({ name })} problem={problem} />
      <Select
        label="Model"
        placeholder={
          llms.data && models.length === 0 ? 'No models yet: ask an administrator to add one' : 'Choose a model'
        }
        data={models.map(({ id, name, vendor }) => ({ value: id, label: `${name} (${vendor})` }))}
        value={form.llmId}
        onChange={(llmId) => onForm({ llmId })}
        searchable
        required
        error={fieldError(problem, 'llmId')}
      />
      <Textarea
        label="System prompt"
        description="Optional. Told to the model before anything that is asked"
        value={form.systemPrompt}
        onChange={(event) => onForm({ systemPrompt: event.currentTarget.value })}
        autosize
        minRows={2}
        maxRows={8}
        error={fieldError(problem, 'llmSettings.systemPrompt')}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {NUMBERS.map((name) => (
          <Bounded
            key={name}
            label={SHORT[name]}
            setting={settings.find(({ id }) => id === name)}
            value={form[name]}
            onChange={(value) => onForm({ [name]: value })}
            error={fieldError(problem, `llmSettings.${name}`)}
          />
        ))}
      </SimpleGrid>
      <Switch
        label="Remembers what was said before in the chat"
        checked={form.remembers}
        onChange={(event) => onForm({ remembers: event.currentTarget.checked })}
      />
    </Stack>
  );
}

interface BoundedProps {
  readonly label: string;
  readonly setting: LlmSetting | undefined;
  readonly value: number | '';
  readonly onChange: (value: number | '') => void;
  readonly error: string | undefined;
}

/** Empty is the model's own default. */
function Bounded({ label, setting, value, onChange, error }: BoundedProps) {
  const { minValue = null, maxValue = null } = setting?.constraints ?? {};
  const bounds = minValue === null || maxValue === null ? '' : `, ${minValue} to ${maxValue.toLocaleString('en')}`;
  const isWhole = setting?.type === 'integer';
  return (
    <NumberInput
      label={label}
      description={`Optional${bounds}`}
      placeholder="default"
      value={value}
      onChange={(next) => onChange(typeof next === 'number' ? next : '')}
      {...(minValue === null ? {} : { min: minValue })}
      {...(maxValue === null ? {} : { max: maxValue })}
      step={isWhole ? 256 : 0.1}
      allowDecimal={!isWhole}
      error={error}
    />
  );
}
