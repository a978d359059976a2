import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { connectionCalls } from '../../api/access.ts';
import { queries } from '../../api/accounts.ts';
import { fieldError } from '../../api/api-problem.ts';
import { useCall } from '../../api/call-query.ts';
import { type NewVectorDatabase, type VectorDatabase, vectorDatabaseCalls } from '../../api/generative.ts';
import { ChoiceField, NameInput, NumberField, OptionField } from '../../parts/fields.tsx';
import { ProblemNote } from '../../parts/panel.tsx';
import { DatasetPicker, UseCaseSelect } from '../../parts/pickers.tsx';
import { mayLookAtAccess } from '../../shell/navigation.ts';

export type BuildRequest = Omit<NewVectorDatabase, 'parentVectorDatabaseId' | 'updateLlmBlueprints'>;

interface BuildFormProps {
  readonly parent?: VectorDatabase;
  readonly busy: boolean;
  readonly problem: unknown;
  readonly onClose: () => void;
  readonly onBuild: (request: BuildRequest) => void;
}

export function BuildForm({ parent, busy, problem, onClose, onBuild }: BuildFormProps) {
  const chunkings = useCall(vectorDatabaseCalls.chunkings());
  const [name, setName] = useState(parent?.name ?? '');
  const [datasetId, setDatasetId] = useState(parent?.datasetId ?? '');
  const [useCaseId, setUseCaseId] = useState<string | null>(parent?.useCaseId ?? null);
  const [embeddingModel, setEmbeddingModel] = useState<string | null>(parent?.embeddingModel ?? null);
  const [accessConnectionId, setAccess] = useState<string | null>(null);
  const [numbers, setNumbers] = useState<Readonly<Record<string, number | ''>>>({
    chunkSize: parent?.chunkSize ?? '',
    chunkOverlapPercentage: parent?.chunkOverlapPercentage ?? '',
  });
  const configs = chunkings.data?.textChunkingConfigs ?? [];
  const config = configs.find((one) => one.embeddingModel === embeddingModel) ?? configs[0];
  const bounds = config?.methods[0]?.chunkingParameters ?? [];
  const request = () => {
    if (datasetId === '' || useCaseId === null) return;
    const said = Object.entries(numbers).filter(([, value]) => value !== '');
    onBuild({
      datasetId,
      useCaseId,
      ...(name === '' ? {} : { name }),
      ...(accessConnectionId === null ? {} : { accessConnectionId }),
      chunkingParameters: { ...(embeddingModel ? { embeddingModel } : {}), ...Object.fromEntries(said) },
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        request();
      }}
    >
      <Stack>
        <NameInput
          description="Optional: else it is called after the dataset"
          value={name}
          onChange={setName}
          optional
        />
        <DatasetPicker
          label="Dataset"
          description="With the columns document and document_file_path; its other columns can be filtered by"
          value={datasetId}
          onChange={setDatasetId}
          field="datasetId"
        />
        {!parent && <UseCaseSelect value={useCaseId} onChange={setUseCaseId} of="vector database" />}
        <ChoiceField
          label="Embedder"
          description="What turns texts into vectors"
          data={configs.map((one) => one.embeddingModel)}
          value={embeddingModel ?? configs[0]?.embeddingModel ?? null}
          onChange={setEmbeddingModel}
          field="chunkingParameters.embeddingModel"
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {(['chunkSize', 'chunkOverlapPercentage'] as const).map((field) => {
            const bound = bounds.find((one) => one.name === field);
            return (
              <NumberField
                key={field}
                label={field === 'chunkSize' ? 'Longest piece (tokens)' : 'Overlap (%)'}
                description={bound ? `${bound.description}: ${bound.min} to ${bound.max}` : 'Optional'}
                placeholder={bound ? String(bound.default) : 'default'}
                {...(bound?.min == null ? {} : { min: bound.min })}
                {...(bound?.max == null ? {} : { max: bound.max })}
                allowDecimal={false}
                value={numbers[field] ?? ''}
                onChange={(next) => setNumbers({ ...numbers, [field]: next })}
                field={`chunkingParameters.${field}`}
              />
            );
          })}
        </SimpleGrid>
        {!parent && (
          <AccessSelect
            value={accessConnectionId}
            onChange={setAccess}
            error={fieldError(problem, 'accessConnectionId')}
          />
        )}
        <ProblemNote problem={problem} title="The vector database was not built" />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy || useCaseId === null}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface AccessSelectProps {
  readonly value: string | null;
  readonly onChange: (connectionId: string | null) => void;
  readonly error: string | undefined;
}

/** Binds what is shown to who may read it at a provider. Nothing to choose for those who see no connections. */
function AccessSelect({ value, onChange, error }: AccessSelectProps) {
  const { data: account } = useSuspenseQuery(queries.account());
  const may = mayLookAtAccess(account);
  const connections = useCall(connectionCalls.list({ offset: 0, limit: 100 }), { enabled: may });
  if (!may || connections.data === undefined || connections.data.totalCount === 0) return null;
  return (
    <OptionField
      label="Show pieces only to those who may read them at"
      description="Optional. document_file_path must then hold the id of the document at the provider"
      placeholder="Everybody sees all of it"
      data={connections.data.data.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': 'Show everybody all of it' }}
      error={error}
    />
  );
}
