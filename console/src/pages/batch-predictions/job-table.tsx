import { Anchor, Button, Group, Progress, Table, Text } from '@mantine/core';
import { type BatchJob, batchJobCalls, batchJobsKey } from '../../api/batch-predictions.ts';
import { useChange } from '../../api/call-query.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { whole } from '../../parts/format.ts';
import { DeploymentLink, useDeploymentLabels } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { BatchState } from './batch-state.tsx';

const columns = ['Begun', 'Deployment', 'State', 'Rows', 'Failed', 'By', ''];
export function JobTable({ jobs }: { jobs: readonly BatchJob[] }) {
  const labels = useDeploymentLabels(jobs.length > 0);
  const abort = useChange(batchJobCalls.abort, { refresh: [batchJobsKey] });
  return (
    <>
      <ProblemNote problem={abort.error} title="It was not aborted" />
      <DataTable label="Batch predictions" columns={columns} numeric={['Rows', 'Failed']} minWidth={820}>
        {jobs.map((job) => (
          <Table.Tr key={job.id}>
            <Table.Td>
              <Timestamp iso={job.created} />
            </Table.Td>
            <Table.Td>
              <Of job={job} labels={labels} />
            </Table.Td>
            <Table.Td maw={300}>
              <State job={job} />
            </Table.Td>
            <Table.Td ta="right" className="number">
              {whole(job.scoredRows)}
            </Table.Td>
            <Table.Td ta="right" className="number">
              {whole(job.failedRows)}
            </Table.Td>
            <Table.Td>{job.createdBy.username}</Table.Td>
            <Table.Td ta="right">
              <Actions job={job} onAbort={() => abort.mutate(job.id)} />
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
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
      {definition && (
        <Text size="xs" c="dimmed">
          {definition.name}
        </Text>
      )}
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
        <Text size="xs" c="dimmed">
          {job.quotaWait.reason} Continues by itself, at the latest <Timestamp iso={job.quotaWait.until} />.
        </Text>
      )}
      {(job.status === 'FAILED' || job.status === 'ABORTED') && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {job.statusDetails}
        </Text>
      )}
    </>
  );
}

function Actions({ job, onAbort }: { job: BatchJob; onAbort: () => void }) {
  if (job.status === 'RUNNING' || job.status === 'INITIALIZING') {
    return (
      <Button size="compact-xs" variant="subtle" className="danger" onClick={onAbort} aria-label={`Abort ${job.id}`}>
        Abort
      </Button>
    );
  }
  if (job.links.download === undefined || job.resultsDeleted || job.status !== 'COMPLETED') return null;
  return (
    <Anchor href={new URL(job.links.download).pathname} size="sm" download={`result-${job.id}.csv`}>
      Download
    </Anchor>
  );
}
