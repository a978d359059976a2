import { Button, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { vectorDatabaseCalls, vectorDatabaseQueries } from '../../api/vector-databases.ts';
import { Answer } from '../../parts/answer.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { PAGE_SIZE, Paging } from '../../parts/paging.tsx';
import { CreateVectorDatabase } from './create-vector-database.tsx';
import { VectorDatabaseTable } from './vector-database-table.tsx';

export function VectorDatabasesPage() {
  const [offset, setOffset] = useState(0);
  const window = { offset, limit: PAGE_SIZE };
  const databases = useQuery(vectorDatabaseQueries.list(window));
  const [creating, { open, close }] = useDisclosure(false);
  return (
    <Page
      title="Vector databases"
      intro="Documents cut into pieces that are found by meaning and by words. Blueprints answer from them and cite them."
      calls={[vectorDatabaseCalls.list(window)]}
      actions={
        <Button size="xs" onClick={open}>
          Create vector database
        </Button>
      }
    >
      <Paper withBorder>
        <Answer of={databases} what="the vector databases">
          {({ data, count, totalCount }) =>
            totalCount === 0 ? (
              <EmptyState
                icon="vectors"
                title="No vector databases yet"
                action={<Button onClick={open}>Create the first one</Button>}
              >
                Upload a dataset with a column of texts (document) and one that names each (document_file_path), then
                make a vector database from it.
              </EmptyState>
            ) : (
              <>
                <VectorDatabaseTable databases={data} />
                <Paging offset={offset} count={count} total={totalCount} what="vector databases" onOffset={setOffset} />
              </>
            )
          }
        </Answer>
      </Paper>
      {creating && <CreateVectorDatabase onClose={close} />}
    </Page>
  );
}
