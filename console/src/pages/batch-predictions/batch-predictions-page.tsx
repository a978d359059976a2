import { Anchor, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type BatchJob, batchJobCalls, batchJobsKey, definitionCalls, pollJobs } from '../../api/batch-predictions.ts';
import { useCall, useChange } from '../../api/call-query.ts';
import { send, sendFile } from '../../api/send.ts';
import { DeploymentLink, RowButton, RowLink, useDeploymentLabels } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Toggle } from '../../parts/fields.tsx';
import { whole } from '../../parts/format.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { ProblemNote } from '../../parts/panel.tsx';
import { DeploymentPicker } from '../../parts/pickers.tsx';
import { Small, Timestamp } from '../../parts/text.tsx';
import { DropZone, type Sending, UploadProgress } from '../../parts/upload.tsx';
import { BatchParts, BatchState } from './batch-state.tsx';

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

export function JobTable({ jobs }: { jobs: readonly BatchJob[] }) {
  const labels = useDeploymentLabels(jobs.length > 0);
  const abort = useChange(batchJobCalls.abort, { refresh: [batchJobsKey] });
  return (
    <>
      <ProblemNote problem={abort.error} title="It was not aborted" />
      <DataTable
        label="Batch predictions"
        minWidth={820}
        rows={jobs}
        idOf={(job) => job.id}
        columns={[
          { name: 'Begun', cell: (job) => <Timestamp iso={job.created} /> },
          { name: 'Deployment', cell: (job) => <Of job={job} labels={labels} /> },
          { name: 'State', maw: 300, cell: (job) => <State job={job} /> },
          { name: 'Rows', numeric: true, cell: (job) => whole(job.scoredRows) },
          { name: 'Failed', numeric: true, cell: (job) => whole(job.failedRows) },
          { name: 'By', cell: (job) => job.createdBy.username },
          { name: '', cell: (job) => <Actions job={job} onAbort={() => abort.mutate(job.id)} /> },
        ]}
      />
    </>
  );
}

function Of({ job, labels }: { job: BatchJob; labels: ReadonlyMap<string, string> }) {
  const { jobSpec, batchPredictionJobDefinition: definition } = job;
  return (
    <>
      {jobSpec.deploymentId ? (
        <DeploymentLink id={jobSpec.deploymentId} label={labels.get(jobSpec.deploymentId)} />
      ) : (
        'a model'
      )}
      {definition && <Small>{definition.name}</Small>}
    </>
  );
}

function State({ job }: { job: BatchJob }) {
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <BatchState status={job.status} isHeldUp={job.quotaWait !== null} />
        {job.status === 'RUNNING' && (
          <Progress value={job.percentageCompleted} size="sm" w={90} aria-label={`Progress of batch ${job.id}`} />
        )}
      </Group>
      {job.quotaWait !== null && (
        <Small>
          {job.quotaWait.reason} Continues by itself, at the latest <Timestamp iso={job.quotaWait.until} />.
        </Small>
      )}
      {(job.status === 'FAILED' || job.status === 'ABORTED') && <Small lineClamp={2}>{job.statusDetails}</Small>}
    </>
  );
}

function Actions({ job, onAbort }: { job: BatchJob; onAbort: () => void }) {
  if (job.status === 'RUNNING' || job.status === 'INITIALIZING') {
    return <RowButton label="Abort" of={job.id} onClick={onAbort} />;
  }
  if (job.links.download === undefined || job.resultsDeleted || job.status !== 'COMPLETED') return null;
  return (
    <Anchor href={new URL(job.links.download).pathname} size="sm" download={`result-${job.id}.csv`}>
      Download
    </Anchor>
  );
}
