import { Divider, SimpleGrid, Stack } from '@mantine/core';
import { useCall } from '../../../api/call-query.ts';
import type { Blueprint, LlmSetting } from '../../../api/generative.ts';
import { chatKeys, llmCalls, playgroundCalls, playgroundKeys, vectorDatabaseCalls } from '../../../api/generative.ts';
import { FormDialog } from '../../../parts/dialogs.tsx';
import { LongTextField, NameInput, NumberField, OptionField, Toggle, useFields } from '../../../parts/fields.tsx';
import { type BlueprintForm, formOf, textOf } from './blueprint-text.ts';

interface BlueprintDialogProps {
  readonly playgroundId: string;
  /** The one to change; without one a new blueprint is made. */
  readonly blueprint?: Blueprint;
  readonly onClose: () => void;
  readonly onDone: (blueprint: Blueprint) => void;
}

export function BlueprintDialog({ playgroundId, blueprint, ...sending }: BlueprintDialogProps) {
  const fields = useFields(formOf(blueprint));
  return (
    <FormDialog
      size="lg"
      title={blueprint ? `Edit ${blueprint.name}` : 'Create an LLM blueprint'}
      submit={blueprint ? 'Save' : 'Create'}
      call={() => {
        const text = textOf(fields.values);
        return blueprint
          ? playgroundCalls.changeBlueprint(blueprint.id, text)
          : playgroundCalls.createBlueprint(playgroundId, text);
      }}
      refresh={[playgroundKeys.blueprints, chatKeys.chats]}
      refused={blueprint ? 'Nothing was changed' : 'The blueprint was not created'}
      {...sending}
    >
      <ModelFields {...fields} />
      <Divider label="Documents to answer from" labelPosition="left" />
      <DocumentFields {...fields} />
    </FormDialog>
  );
}

function DocumentFields({ values, set, field }: BlueprintFields) {
  const databases = useCall(vectorDatabaseCalls.usable());
  return (
    <Stack>
      <OptionField
        label="Vector database"
        description="Optional. With one, answers are given from its documents and cite them"
        placeholder="None: the model answers from what it knows"
        data={(databases.data?.data ?? []).map(({ id, name, version }) => ({
          value: id,
          label: version > 1 ? `${name} (version ${version})` : name,
        }))}
        {...field('vectorDatabaseId')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'No vector database' }}
      />
      {values.vectorDatabaseId !== null && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberField
            label="Pieces per prompt"
            description="Optional, 1 to 100"
            placeholder="10"
            min={1}
            max={100}
            allowDecimal={false}
            {...field('documents')}
            field="vectorDatabaseSettings.maxDocumentsRetrievedPerPrompt"
          />
          <Stack gap="xs" justify="flex-end">
            <Toggle
              label="Prefer pieces that differ from each other"
              checked={values.diverse}
              onChange={(diverse) => set({ diverse })}
            />
            <Toggle
              label="Also give the pieces before and after"
              checked={values.neighbours}
              onChange={(neighbours) => set({ neighbours })}
            />
          </Stack>
        </SimpleGrid>
      )}
    </Stack>
  );
}

/** What a form of a blueprint holds, and its fields. */
type BlueprintFields = ReturnType<typeof useFields<BlueprintForm>>;

const NUMBERS = ['temperature', 'topP', 'maxCompletionLength'] as const;
const SHORT = { temperature: 'Temperature', topP: 'Top P', maxCompletionLength: 'Longest answer' } as const;

function ModelFields({ values, set, field }: BlueprintFields) {
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
