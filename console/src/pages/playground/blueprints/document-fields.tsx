import { NumberInput, Select, SimpleGrid, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fieldError } from '../../../api/api-problem.ts';
import { callQuery } from '../../../api/call-query.ts';
import { vectorDatabaseCalls } from '../../../api/vector-databases.ts';
import type { FieldsProps } from './model-fields.tsx';

export function DocumentFields({ form, onForm, problem }: FieldsProps) {
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
