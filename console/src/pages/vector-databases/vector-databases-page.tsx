import { useQuery } from '@tanstack/react-query';
import { vectorDatabaseCalls, vectorDatabaseQueries } from '../../api/generative.ts';
import { ListPage, usePlace } from '../../parts/list-page.tsx';
import { CreateVectorDatabase } from './create-vector-database.tsx';
import { VectorDatabaseTable } from './vector-database-table.tsx';

export function VectorDatabasesPage() {
  const place = usePlace();
  const databases = useQuery(vectorDatabaseQueries.list(place.window));
  return (
    <ListPage
      title="Vector databases"
      intro="Documents cut into pieces that are found by meaning and by words. Blueprints answer from them and cite them."
      calls={[vectorDatabaseCalls.list(place.window)]}
      what="vector databases"
      icon="vectors"
      of={databases}
      place={place}
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
