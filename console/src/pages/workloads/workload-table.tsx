import { Badge, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/call-query.ts';
import { type Workload, workloadCalls, workloadsKey } from '../../api/workloads.ts';
import { DataTable, RowMenu } from '../../parts/data-table.tsx';
import { DeleteDialog } from '../../parts/dialogs.tsx';
import { ProblemNote } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

const columns = ['Workload', 'State', 'Importance', 'Runs at', 'Last answer', 'By', ''];

export function WorkloadTable({ workloads }: { workloads: readonly Workload[] }) {
  const [deleting, setDeleting] = useState<Workload>();
  const change = useChange(
    ({ id, status }: Workload) => (status === 'running' ? workloadCalls.stop(id) : workloadCalls.start(id)),
    { refresh: [workloadsKey] },
  );
  return (
    <>
      <ProblemNote problem={change.error} title="Nothing was changed" />
      <DataTable label="Workloads" columns={columns} minWidth={820}>
        {workloads.map((workload) => (
          <Table.Tr key={workload.id}>
            <Table.Td>
              <Link to="/workloads/$workloadId" params={{ workloadId: workload.id }} className="row-link">
                {workload.name}
              </Link>
              <Text size="xs" c="dimmed">
                {workload.description}
              </Text>
            </Table.Td>
            <Table.Td>
              <WorkloadState of={workload} />
            </Table.Td>
            <Table.Td>{workload.importance}</Table.Td>
            <Table.Td className="fact">{workload.address ?? '–'}</Table.Td>
            <Table.Td>
              {workload.lastResponse && `${workload.lastResponse.statusCode}, `}
              <Timestamp iso={workload.lastResponse?.timestamp ?? null} />
            </Table.Td>
            <Table.Td>{workload.creator.username}</Table.Td>
            <Table.Td ta="right">
              <RowMenu
                of={workload.name}
                actions={[
                  {
                    label: workload.status === 'running' ? 'Stop' : 'Start',
                    onChoose: () => change.mutate(workload),
                  },
                  { label: 'Delete', onChoose: () => setDeleting(workload), dangerous: true },
                ]}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      {deleting && <DeleteWorkload workload={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

interface DeleteWorkloadProps {
  readonly workload: Workload;
  readonly onClose: () => void;
  /** Where to go when its page is left behind. */
  readonly to?: '/workloads';
}

export function DeleteWorkload({ workload, onClose, to }: DeleteWorkloadProps) {
  return (
    <DeleteDialog
      name={workload.name}
      kind="workload"
      call={workloadCalls.remove(workload.id)}
      {...(to === undefined ? { refresh: [workloadsKey] } : { forget: [workloadsKey], to })}
      onClose={onClose}
    >
      Its address here answers no more. The service itself goes on. This cannot be undone.
    </DeleteDialog>
  );
}

export function WorkloadState({ of: { status } }: { of: Workload }) {
  return (
    <Badge variant="dot" color={status === 'running' ? 'green' : 'gray'} miw="max-content">
      {status}
    </Badge>
  );
}
