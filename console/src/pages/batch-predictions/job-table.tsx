import { Anchor, Group, Progress } from '@mantine/core';
import { type BatchJob, batchJobCalls, batchJobsKey } from '../../api/batch-predictions.ts';
import { useChange } from '../../api/call-query.ts';
import { RowButton } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { whole } from '../../parts/format.ts';
import { DeploymentLink, useDeploymentLabels } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/panel.tsx';
import { Small, Timestamp } from '../../parts/text.tsx';
import { BatchState } from './batch-state.tsx';

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
