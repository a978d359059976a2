import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { VectorDatabase } from '../../api/generative.ts';
import { vectorDatabaseCalls, vectorDatabaseKeys, vectorDatabaseQueries } from '../../api/generative.ts';
import { HeadButton, RowLink } from '../../parts/actions.tsx';
import { Details } from '../../parts/data-table.tsx';
import { DeleteDialog, TextDialog } from '../../parts/dialogs.tsx';
import { bytes, whole } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Answer, Panel, ProblemNote, Reply } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/text.tsx';
import { CreateVectorDatabase } from '../vector-databases/create-vector-database.tsx';
import { BuildState, VectorDatabaseTable } from '../vector-databases/vector-database-table.tsx';
import { TrySearch } from './try-search.tsx';

export function VectorDatabasePage() {
  const { vectorDatabaseId: id } = useParams({ from: '/signed-in/vector-databases/$vectorDatabaseId' });
  const database = useQuery(vectorDatabaseQueries.one(id));
  const found = database.data;
  return (
    <Page
      title={found?.name ?? 'Vector database'}
      calls={[
        vectorDatabaseCalls.one(id),
        vectorDatabaseCalls.search(id, { query: '…', vectorDatabaseSettings: {}, metadataFilter: null }),
      ]}
      actions={found && <Actions database={found} />}
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
          </>
        )}
      </Answer>
    </Page>
  );
}

function Versions({ familyId }: { familyId: string }) {
  return (
    <Panel title="Versions" intro="Each is built from a dataset of its own and stays as it is.">
      <Reply to={vectorDatabaseCalls.family(familyId)} what="the versions">
        {({ data }) => <VectorDatabaseTable databases={data} label="Versions" />}
      </Reply>
    </Panel>
  );
}

function Actions({ database }: { database: VectorDatabase }) {
  const { id, name } = database;
  return (
    <>
      <HeadButton label="New version" dialog={(close) => <CreateVectorDatabase parent={database} onClose={close} />} />
      <HeadButton
        label="Rename"
        needs={vectorDatabaseCalls.rename(id, name)}
        dialog={(close) => (
          <TextDialog
            title={`Rename ${name}`}
            submit="Rename"
            refused="The vector database was not renamed"
            was={{ name }}
            call={(text) => vectorDatabaseCalls.rename(id, text.name)}
            refresh={[vectorDatabaseKeys.all]}
            onClose={close}
          />
        )}
      />
      <HeadButton
        label="Delete"
        dangerous
        needs={vectorDatabaseCalls.remove(id)}
        dialog={(close) => (
          <DeleteDialog
            name={name}
            kind="vector database"
            call={vectorDatabaseCalls.remove(id)}
            forget={[vectorDatabaseKeys.all]}
            to="/vector-databases"
            onClose={close}
          >
            Blueprints that answer from it then answer without documents. Its dataset and its other versions stay. This
            cannot be undone.
          </DeleteDialog>
        )}
      />
    </>
  );
}

function DatabaseDetails({ of }: { of: VectorDatabase }) {
  return (
    <Panel title="Details" aside={<BuildState of={of} />}>
      <Details
        facts={[
          ['Embedder', of.embeddingModel],
          ['Dataset', of.datasetName],
          [
            'Pieces',
            `${whole(of.chunksCount)}${of.chunkSize === null ? '' : `, at most ${of.chunkSize} tokens, ${of.chunkOverlapPercentage ?? 0} % overlap`}`,
          ],
          ['Size', bytes(of.size)],
          ['Can be filtered by', of.metadataColumns.length === 0 ? 'nothing' : of.metadataColumns.join(', ')],
          [
            'Who sees which piece',
            of.accessConnectionId === null ? (
              'Everybody who may use this vector database sees all of it'
            ) : (
              <>
                {'Whoever may read its document at '}
                <RowLink
                  to="/access/$connectionId"
                  params={{ connectionId: of.accessConnectionId }}
                  text="the provider"
                />
              </>
            ),
          ],
          ['Used in playgrounds', whole(of.playgroundsCount)],
          ['Made by', of.userName],
          ['Created', <Timestamp key="created" iso={of.creationDate} />],
        ]}
      />
    </Panel>
  );
}
