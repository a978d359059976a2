import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { callQuery } from '../../api/call-query.ts';
import { type Playground, playgroundCalls } from '../../api/playgrounds.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ListPage } from '../../parts/list/list-page.tsx';
import { usePlace } from '../../parts/list/use-place.ts';
import { Timestamp } from '../../parts/timestamp.tsx';
import { CreatePlayground } from './create-playground.tsx';

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
