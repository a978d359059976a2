import { pollBuilds, vectorDatabaseCalls } from '../../api/generative.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { CreateVectorDatabase } from './create-vector-database.tsx';
import { VectorDatabaseTable } from './vector-database-table.tsx';

export function VectorDatabasesPage() {
  return (
    <ListPage
      title="Vector databases"
      intro="Documents cut into pieces that are found by meaning and by words. Blueprints answer from them and cite them."
      what="vector databases"
      icon="vectors"
      list={vectorDatabaseCalls.list}
      poll={pollBuilds}
      empty="Upload a dataset with a column of texts (document) and one that names each (document_file_path), then make a vector database from it."
      create={{
        label: 'Create vector database',
        first: 'Create the first one',
        dialog: (close) => <CreateVectorDatabase onClose={close} />,
      }}
    >
      {(rows) => <VectorDatabaseTable databases={rows} />}
    </ListPage>
  );
}
