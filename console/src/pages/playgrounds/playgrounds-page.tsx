import { Button, Paper, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Playground, playgroundCalls, playgroundQueries } from '../../api/playgrounds.ts';
import { Answer } from '../../parts/answer.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { PAGE_SIZE, Paging } from '../../parts/paging.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { CreatePlayground } from './create-playground.tsx';

export function PlaygroundsPage() {
  const [offset, setOffset] = useState(0);
  const window = { offset, limit: PAGE_SIZE };
  const playgrounds = useQuery(playgroundQueries.list(window));
  const [creating, { open, close }] = useDisclosure(false);
  const navigate = useNavigate();
  return (
    <Page
      title="Playgrounds"
      intro="Try language models: give each its settings and documents, chat with it, and compare several on one question."
      calls={[playgroundCalls.list(window)]}
      actions={
        <Button size="xs" onClick={open}>
          Create playground
        </Button>
      }
    >
      <Paper withBorder>
        <Answer of={playgrounds} what="the playgrounds">
          {({ data, count, totalCount }) =>
            totalCount === 0 ? (
              <EmptyState
                icon="chat"
                title="No playgrounds yet"
                action={<Button onClick={open}>Create the first playground</Button>}
              >
                A playground holds LLM blueprints: models with their settings, and the documents they answer from.
              </EmptyState>
            ) : (
              <>
                <PlaygroundTable playgrounds={data} />
                <Paging offset={offset} count={count} total={totalCount} what="playgrounds" onOffset={setOffset} />
              </>
            )
          }
        </Answer>
      </Paper>
      {creating && (
        <CreatePlayground
          onClose={close}
          onDone={({ id }) => void navigate({ to: '/playgrounds/$playgroundId', params: { playgroundId: id } })}
        />
      )}
    </Page>
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
