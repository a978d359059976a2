import { Button, Group, Modal, SimpleGrid, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { connectionCalls } from '../../api/access.ts';
import { useAccount } from '../../api/accounts.ts';
import { useCall } from '../../api/call-query.ts';
import { begin, useFollow } from '../../api/follow.ts';
import type { NewVectorDatabase, VectorDatabase } from '../../api/generative.ts';
import { vectorDatabaseCalls, vectorDatabaseKeys } from '../../api/generative.ts';
import { send } from '../../api/send.ts';
import { useCaseCalls, useCaseKeys } from '../../api/use-cases.ts';
import { SubmitForm } from '../../parts/dialogs.tsx';
import { ChoiceField, NameInput, NumberField, OptionField } from '../../parts/fields.tsx';
import { ProblemNote } from '../../parts/panel.tsx';
import { DatasetPicker, isNewUseCase, UseCaseSelect } from '../../parts/pickers.tsx';
import { JobProgress } from '../../parts/upload.tsx';
import { mayLookAtAccess } from '../../shell/navigation.ts';

interface CreateVectorDatabaseProps {
  /** The one a new version is made of. */
  readonly parent?: VectorDatabase;
  readonly onClose: () => void;
}

/** Asks for what is needed, then shows how far it is, then opens it. */
export function CreateVectorDatabase({ parent, onClose }: CreateVectorDatabaseProps) {
  const navigate = useNavigate();
  const [made, setMade] = useState<string>();
  const build = useMutation({
    mutationFn: async ({ useCaseId, ...request }: BuildRequest) => {
      const name = request.name ?? 'Documents';
      const inside = isNewUseCase(useCaseId)
        ? (await send(useCaseCalls.create({ name: name.slice(0, 100), description: '' }))).id
        : useCaseId;
      const inherited = parent ? { parentVectorDatabaseId: parent.id, updateLlmBlueprints: true } : {};
      return begin(vectorDatabaseCalls.create({ ...request, ...inherited, useCaseId: inside }));
    },
    onSuccess: ({ reply }) => setMade(reply.id),
  });
  const following = useFollow(build.data?.follow, {
    refresh: [vectorDatabaseKeys.all, useCaseKeys.all],
    onDone: () => {
      onClose();
      if (made) void navigate({ to: '/vector-databases/$vectorDatabaseId', params: { vectorDatabaseId: made } });
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={parent ? `A new version of ${parent.name}` : 'Create a vector database'}
      size="lg"
    >
      {build.isSuccess ? (
        <JobProgress
          of={following}
          what="Cutting and embedding the documents"
          refused="The vector database was not built"
        />
      ) : (
        <BuildForm
          {...(parent ? { parent } : {})}
          busy={build.isPending}
          problem={build.error}
          onClose={onClose}
          onBuild={(request) => build.mutate(request)}
        />
      )}
    </Modal>
  );
}

type BuildRequest = Omit<NewVectorDatabase, 'parentVectorDatabaseId' | 'updateLlmBlueprints'>;

interface BuildFormProps {
  readonly parent?: VectorDatabase;
  readonly busy: boolean;
  readonly problem: unknown;
  readonly onClose: () => void;
  readonly onBuild: (request: BuildRequest) => void;
}

function BuildForm({ parent, busy, problem, onClose, onBuild }: BuildFormProps) {
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
    <SubmitForm problem={problem} onSubmit={() => request()}>
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
        {!parent && <AccessSelect value={accessConnectionId} onChange={setAccess} />}
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
    </SubmitForm>
  );
}

/** Binds what is shown to who may read it at a provider. Nothing to choose for those who see no connections. */
function AccessSelect({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const account = useAccount();
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
      field="accessConnectionId"
    />
  );
}
