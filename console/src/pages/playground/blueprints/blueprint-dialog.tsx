import { Button, Divider, Group, Modal, NumberInput, Select, SimpleGrid, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldError } from '../../../api/api-problem.ts';
import { callQuery, useChange } from '../../../api/call-query.ts';
import {
  type Blueprint,
  type BlueprintText,
  chatKeys,
  playgroundCalls,
  playgroundKeys,
  vectorDatabaseCalls,
} from '../../../api/generative.ts';
import { ProblemNote } from '../../../parts/panel.tsx';
import { formOf, textOf } from './blueprint-text.ts';
import { type FieldsProps, ModelFields } from './model-fields.tsx';

interface BlueprintDialogProps {
  readonly playgroundId: string;
  /** The one to change; without one a new blueprint is made. */
  readonly blueprint?: Blueprint;
  readonly onClose: () => void;
  readonly onDone: (blueprint: Blueprint) => void;
}

export function BlueprintDialog({ playgroundId, blueprint, onClose, onDone }: BlueprintDialogProps) {
  const [form, setForm] = useState(() => formOf(blueprint));
  const save = useChange(
    (text: BlueprintText) =>
      blueprint
        ? playgroundCalls.changeBlueprint(blueprint.id, text)
        : playgroundCalls.createBlueprint(playgroundId, text),
    { refresh: [playgroundKeys.blueprints, chatKeys.chats], onDone },
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(textOf(form));
  };
  const fields = {
    form,
    onForm: (change: Partial<typeof form>) => setForm({ ...form, ...change }),
    problem: save.error,
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={blueprint ? `Edit ${blueprint.name}` : 'Create an LLM blueprint'}>
      <form onSubmit={send}>
        <ModelFields {...fields} />
        <Divider my="md" label="Documents to answer from" labelPosition="left" />
        <DocumentFields {...fields} />
        <FormFoot
          onClose={onClose}
          submit={blueprint ? 'Save' : 'Create'}
          busy={save.isPending}
          problem={save.error}
          refused={blueprint ? 'Nothing was changed' : 'The blueprint was not created'}
        />
      </form>
    </Modal>
  );
}

interface FormFootProps {
  readonly onClose: () => void;
  readonly submit: string;
  readonly busy: boolean;
  readonly problem: unknown;
  readonly refused: string;
}

function FormFoot({ onClose, submit, busy, problem, refused }: FormFootProps) {
  return (
    <Stack mt="lg">
      <ProblemNote problem={problem} title={refused} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {submit}
        </Button>
      </Group>
    </Stack>
  );
}

function DocumentFields({ form, onForm, problem }: FieldsProps) {
  const databases = useQuery(callQuery(vectorDatabaseCalls.usable()));
  return (
    <Stack>
      <Select
        label="Vector database"
        description="Optional. With one, answers are given from its documents and cite them"
        placeholder="None: the model answers from what it knows"
        data={(databases.data?.data ?? []).map(({ id, name, version }) => ({
          value: id,
          label: version > 1 ? `${name} (version ${version})` : name,
        }))}
        value={form.vectorDatabaseId}
        onChange={(vectorDatabaseId) => onForm({ vectorDatabaseId })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'No vector database' }}
        error={fieldError(problem, 'vectorDatabaseId')}
      />
      {form.vectorDatabaseId !== null && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            label="Pieces per prompt"
            description="Optional, 1 to 100"
            placeholder="10"
            min={1}
            max={100}
            allowDecimal={false}
            value={form.documents}
            onChange={(next) => onForm({ documents: typeof next === 'number' ? next : '' })}
            error={fieldError(problem, 'vectorDatabaseSettings.maxDocumentsRetrievedPerPrompt')}
          />
          <Stack gap="xs" justify="flex-end">
            <Switch
              label="Prefer pieces that differ from each other"
              checked={form.diverse}
              onChange={(event) => onForm({ diverse: event.currentTarget.checked })}
            />
            <Switch
              label="Also give the pieces before and after"
              checked={form.neighbours}
              onChange={(event) => onForm({ neighbours: event.currentTarget.checked })}
            />
          </Stack>
        </SimpleGrid>
      )}
    </Stack>
  );
}
