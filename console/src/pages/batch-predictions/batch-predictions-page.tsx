import { Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { batchJobCalls, batchJobsKey, definitionCalls, pollJobs } from '../../api/batch-predictions.ts';
import { useCall } from '../../api/call-query.ts';
import { send, sendFile } from '../../api/send.ts';
import { RowLink } from '../../parts/actions.tsx';
import { Toggle } from '../../parts/fields.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { ProblemNote } from '../../parts/panel.tsx';
import { DeploymentPicker } from '../../parts/pickers.tsx';
import { DropZone, type Sending, UploadProgress } from '../../parts/upload.tsx';
import { BatchParts } from './batch-state.tsx';
import { JobTable } from './job-table.tsx';

export function BatchPredictionsPage() {
  const { definition } = useSearch({ from: '/signed-in/batch-predictions' });
  return (
    <ListPage
      title="Batch predictions"
      intro="Files of any length, answered by the workers. Results are kept for two days."
      what="batch predictions"
      icon="stack"
      list={(window) => batchJobCalls.list(window, definition)}
      poll={pollJobs}
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
  const definition = useCall(definitionCalls.get(id));
  return (
    <Text size="sm">
      {`Only those of the definition ${definition.data?.name ?? id}. `}
      <RowLink to="/batch-predictions" text="Show all" />
    </Text>
  );
}

/** A job, then its rows: it begins to answer while they still arrive. */
function NewBatchDialog({ onClose }: { onClose: () => void }) {
  const [deploymentId, setDeploymentId] = useState('');
  const [everything, setEverything] = useState(true);
  const [sending, setSending] = useState<Sending>();
  const client = useQueryClient();
  const begin = useMutation({
    mutationFn: async (file: File) => {
      const batch = { deploymentId, maxExplanations: 0 };
      const job = await send(
        batchJobCalls.create({ ...batch, ...(everything ? { passthroughColumnsSet: 'all' } : {}) }),
      );
      const rows = new Blob([file], { type: 'text/csv' });
      const onProgress = (sent: number, size: number) => setSending({ name: file.name, sent, size });
      await sendFile(batchJobCalls.upload(job.id, file.name), rows, { onProgress });
    },
    onSuccess: onClose,
    onSettled: () => {
      setSending(undefined);
      return client.invalidateQueries({ queryKey: batchJobsKey });
    },
  });
  return (
    <Modal opened onClose={onClose} title="Predict a file" size="lg">
      <Stack>
        <DeploymentPicker value={deploymentId} onChange={setDeploymentId} placeholder="Which one answers" focus />
        <Toggle label="Return all columns beside the answers" checked={everything} onChange={setEverything} />
        <DropZone
          label="Rows to predict"
          hint={deploymentId === '' ? 'Choose a deployment first' : 'CSV with a header line, of any length'}
          accept=".csv,text/csv"
          disabled={deploymentId === '' || begin.isPending}
          onFile={(file) => begin.mutate(file)}
        />
        {sending && <UploadProgress sending={sending} onCancel={onClose} />}
        <ProblemNote problem={begin.error} title="The file is not predicted" />
      </Stack>
    </Modal>
  );
}
