import { Button, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { batchJobCalls, batchJobsQuery } from '../../api/batch-predictions.ts';
import { Answer } from '../../parts/answer.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { PAGE_SIZE, Paging } from '../../parts/paging.tsx';
import { JobTable } from './job-table.tsx';
import { NewBatchDialog } from './new-batch.tsx';

export function BatchPredictionsPage() {
  const [offset, setOffset] = useState(0);
  const window = { offset, limit: PAGE_SIZE };
  const jobs = useQuery(batchJobsQuery(window));
  const [creating, { open, close }] = useDisclosure(false);
  return (
    <Page
      title="Batch predictions"
      intro="Files of any length, answered by the workers. Results are kept for two days."
      calls={[batchJobCalls.list(window)]}
      actions={
        <Button size="xs" onClick={open}>
          Predict a file
        </Button>
      }
    >
      <Paper withBorder>
        <Answer of={jobs} what="the batches">
          {({ data, count, totalCount }) =>
            totalCount === 0 ? (
              <EmptyState
                icon="stack"
                title="No batch predictions yet"
                action={<Button onClick={open}>Predict the first file</Button>}
              >
                Send a CSV file of any length to a deployment, here or through the API, and fetch the answers as CSV.
              </EmptyState>
            ) : (
              <>
                <JobTable jobs={data} />
                <Paging offset={offset} count={count} total={totalCount} what="batches" onOffset={setOffset} />
              </>
            )
          }
        </Answer>
      </Paper>
      {creating && <NewBatchDialog onClose={close} />}
    </Page>
  );
}
