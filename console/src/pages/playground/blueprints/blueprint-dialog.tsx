import { Divider, SimpleGrid, Stack } from '@mantine/core';
import { useCall } from '../../../api/call-query.ts';
import {
  type Blueprint,
  chatKeys,
  playgroundCalls,
  playgroundKeys,
  vectorDatabaseCalls,
} from '../../../api/generative.ts';
import { FormDialog } from '../../../parts/dialogs.tsx';
import { NumberField, OptionField, Toggle, useFields } from '../../../parts/fields.tsx';

import { formOf, textOf } from './blueprint-text.ts';
import { type BlueprintFields, ModelFields } from './model-fields.tsx';

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
