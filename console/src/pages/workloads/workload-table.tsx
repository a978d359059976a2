import { Badge, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { type Workload, workloadCalls, workloadsKey } from '../../api/workloads.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

const columns = ['Workload', 'State', 'Address here', 'Last answer', 'By', ''];

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
              <Text size="sm" fw={500}>
                {workload.name}
              </Text>
              <Text size="xs" c="dimmed">
                {workload.description || workload.address}
              </Text>
            </Table.Td>
            <Table.Td>
              <Badge variant="dot" color={workload.status === 'running' ? 'green' : 'gray'}>
                {workload.status}
              </Badge>
            </Table.Td>
            <Table.Td className="fact">{workload.endpoint}</Table.Td>
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

function DeleteWorkload({ workload, onClose }: { workload: Workload; onClose: () => void }) {
  const remove = useChange(workloadCalls.remove, { refresh: [workloadsKey], onDone: onClose });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete ${workload.name}?`}
      confirm="Delete the workload"
      onConfirm={() => remove.mutate(workload.id)}
      busy={remove.isPending}
      problem={remove.error}
    >
      Its address here answers no more. The service itself goes on. This cannot be undone.
    </ConfirmDialog>
  );
}
