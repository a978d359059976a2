import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { callQuery } from '../../api/call-query.ts';
import { type Playground, playgroundCalls, playgroundKeys } from '../../api/generative.ts';
import { useInUseCase } from '../../api/use-cases.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { ListPage, usePlace } from '../../parts/list-page.tsx';
import { NameAndDescription } from '../../parts/name-input.tsx';
import { isNewUseCase, UseCaseSelect } from '../../parts/pickers.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

export function PlaygroundsPage() {
  const place = usePlace();
  const playgrounds = useQuery(callQuery(playgroundCalls.list(place.window)));
  const navigate = useNavigate();
  return (
    <ListPage
      title="Playgrounds"
      intro="Try language models: give each its settings and documents, chat with it, and compare several on one question."
      calls={[playgroundCalls.list(place.window)]}
      what="playgrounds"
      icon="chat"
      of={playgrounds}
      place={place}
      empty="A playground holds LLM blueprints: models with their settings, and the documents they answer from."
      create={{
        label: 'Create playground',
        first: 'Create the first playground',
        dialog: (close) => (
          <CreatePlayground
            onClose={close}
            onDone={({ id }) => void navigate({ to: '/playgrounds/$playgroundId', params: { playgroundId: id } })}
          />
        ),
      }}
    >
      {(rows) => <PlaygroundTable playgrounds={rows} />}
    </ListPage>
  );
}

function PlaygroundTable({ playgrounds }: { playgrounds: readonly Playground[] }) {
  const numeric = ['Blueprints', 'Saved'];
  return (
    <DataTable
      label="Playgrounds"
      columns={['Name', 'Description', 'Blueprints', 'Saved', 'Made by', 'Changed']}
      numeric={numeric}
    >
      {playgrounds.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td>
            <Link to="/playgrounds/$playgroundId" params={{ playgroundId: one.id }} className="row-link">
              {one.name}
            </Link>
          </Table.Td>
          <Table.Td>{one.description}</Table.Td>
          <Table.Td ta="right" className="number">
            {one.llmBlueprintsCount}
          </Table.Td>
          <Table.Td ta="right" className="number">
            {one.savedLlmBlueprintsCount}
          </Table.Td>
          <Table.Td>{one.userName}</Table.Td>
          <Table.Td>
            <Timestamp iso={one.lastUpdateDate} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

interface CreatePlaygroundProps {
  readonly onClose: () => void;
  readonly onDone: (playground: Playground) => void;
}

function CreatePlayground({ onClose, onDone }: CreatePlaygroundProps) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [useCaseId, setUseCaseId] = useState<string | null>(null);
  const create = useInUseCase(
    (text: { name: string; description: string; useCaseId: string | null }, inside) =>
      playgroundCalls.create({ name: text.name, description: text.description, useCaseId: inside }),
    { refresh: playgroundKeys.all, onDone },
  );
  return (
    <FormDialog
      title="Create a playground"
      onClose={onClose}
      submit="Create playground"
      onSubmit={() => {
        if (useCaseId !== null)
          create.mutate({ name, description, useCaseId: isNewUseCase(useCaseId) ? null : useCaseId });
      }}
      busy={create.isPending || useCaseId === null}
      problem={create.error}
      refused="The playground was not created"
    >
      <NameAndDescription
        name={name}
        onName={setName}
        description={description}
        onDescription={setDescription}
        problem={create.error}
      />
      <UseCaseSelect
        value={useCaseId}
        onChange={setUseCaseId}
        of="playground"
        error={fieldError(create.error, 'useCaseId')}
      />
    </FormDialog>
  );
}
