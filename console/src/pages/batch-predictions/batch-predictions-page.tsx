import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { batchJobCalls, batchQueries, definitionCalls } from '../../api/batch-predictions.ts';
import { callQuery } from '../../api/call-query.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { usePlace } from '../../parts/list/use-place.ts';
import { BatchParts } from './batch-parts.tsx';
import { JobTable } from './job-table.tsx';
import { NewBatchDialog } from './new-batch.tsx';

export function BatchPredictionsPage() {
  const place = usePlace();
  const { definition } = useSearch({ from: '/signed-in/batch-predictions' });
  const jobs = useQuery(batchQueries.jobs(place.window, definition));
  return (
    <ListPage
      title="Batch predictions"
      intro="Files of any length, answered by the workers. Results are kept for two days."
      calls={[batchJobCalls.list(place.window, definition)]}
      what="batch predictions"
      icon="stack"
      of={jobs}
      place={place}
      above={
        <>
          <BatchParts current="Jobs" />
          {definition !== undefined && <OfDefinition id={definition} />}
        </>
      }
      empty={
        definition === undefined
          ? 'Send a CSV file of any length to a deployment, here or through the API, and fetch the answers as CSV.'
          : 'This definition has not run yet. Run it now from the list of definitions, or wait for its schedule.'
      }
      create={{
        label: 'Predict a file',
        first: 'Predict the first file',
        dialog: (close) => <NewBatchDialog onClose={close} />,
      }}
    >
      {(rows) => <JobTable jobs={rows} />}
    </ListPage>
  );
}

function OfDefinition({ id }: { id: string }) {
  const definition = useQuery(callQuery(definitionCalls.get(id)));
  return (
    <Text size="sm">
      {`Only those of the definition ${definition.data?.name ?? id}. `}
      <Link to="/batch-predictions" className="row-link">
        Show all
      </Link>
    </Text>
  );
}
