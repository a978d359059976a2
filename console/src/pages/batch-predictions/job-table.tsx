import { Anchor, Badge, Button, Group, Progress, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type BatchJob, batchJobCalls, batchJobsKey } from '../../api/batch-predictions.ts';
import { useChange } from '../../api/use-change.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { whole } from '../../parts/format-number.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

const columns = ['Begun', 'Deployment', 'State', 'Rows', 'Failed', 'By', ''];
const states = {
  INITIALIZING: { text: 'waiting', color: 'gray' },
  RUNNING: { text: 'running', color: 'blue' },
  COMPLETED: { text: 'done', color: 'green' },
  ABORTED: { text: 'aborted', color: 'gray' },
  FAILED: { text: 'failed', color: 'red' },
} as const;

export function JobTable({ jobs }: { jobs: readonly BatchJob[] }) {
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
              <Of job={job} />
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

function Of({ job: { jobSpec } }: { job: BatchJob }) {
  if (!jobSpec.deploymentId) return 'a model';
  return (
    <Link to="/deployments/$deploymentId" params={{ deploymentId: jobSpec.deploymentId }} className="row-link">
      {jobSpec.deploymentId}
    </Link>
  );
}

function State({ job }: { job: BatchJob }) {
  const { text, color } = states[job.status];
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <Badge variant="dot" color={color} miw="max-content">
          {text}
        </Badge>
        {job.status === 'RUNNING' && (
          <Progress value={job.percentageCompleted} size="sm" w={90} aria-label={`Progress of batch ${job.id}`} />
        )}
      </Group>
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
