import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { callQuery } from '../../api/call-query.ts';
import { vectorDatabaseCalls, vectorDatabaseQueries } from '../../api/vector-databases.ts';
import { Answer } from '../../parts/answer.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { CreateVectorDatabase } from '../vector-databases/create-vector-database.tsx';
import { VectorDatabaseTable } from '../vector-databases/vector-database-table.tsx';
import { DatabaseDetails } from './database-details.tsx';
import { RemoveDatabase, RenameDatabase } from './database-dialogs.tsx';
import { TrySearch } from './try-search.tsx';

export function VectorDatabasePage() {
  const { vectorDatabaseId: id } = useParams({ from: '/signed-in/vector-databases/$vectorDatabaseId' });
  const database = useQuery(vectorDatabaseQueries.one(id));
  const [dialog, setDialog] = useState<'rename' | 'version' | 'delete'>();
  const close = () => setDialog(undefined);
  const found = database.data;
  const button = { size: 'xs', variant: 'default', disabled: found === undefined } as const;
  return (
    <Page
      title={found?.name ?? 'Vector database'}
      calls={[
        vectorDatabaseCalls.one(id),
        vectorDatabaseCalls.search(id, { query: '…', vectorDatabaseSettings: {}, metadataFilter: null }),
      ]}
      actions={
        <>
          <Button {...button} onClick={() => setDialog('version')}>
            New version
          </Button>
          <Button {...button} onClick={() => setDialog('rename')}>
            Rename
          </Button>
          <Button {...button} className="danger" onClick={() => setDialog('delete')}>
            Delete
          </Button>
        </>
      }
    >
      <Answer of={database} what="this vector database">
        {(record) => (
          <>
            {record.errorMessage !== null && (
              <ProblemNote problem={new Error(record.errorMessage)} title="It was not built" />
            )}
            <DatabaseDetails of={record} />
            {record.executionStatus === 'COMPLETED' && <TrySearch database={record} />}
            <Versions familyId={record.familyId} />
            {dialog === 'rename' && <RenameDatabase database={record} onClose={close} />}
            {dialog === 'delete' && <RemoveDatabase database={record} onClose={close} />}
            {dialog === 'version' && <CreateVectorDatabase parent={record} onClose={close} />}
          </>
        )}
      </Answer>
    </Page>
  );
}

function Versions({ familyId }: { familyId: string }) {
  const family = useQuery(callQuery(vectorDatabaseCalls.family(familyId)));
  return (
    <Panel title="Versions" intro="Each is built from a dataset of its own and stays as it is.">
      <Answer of={family} what="the versions">
        {({ data }) => <VectorDatabaseTable databases={data} label="Versions" />}
      </Answer>
    </Panel>
  );
}
