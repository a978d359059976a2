import { Badge, Group, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useChange } from '../../../api/call-query.ts';
import { deploymentKey } from '../../../api/deployments.ts';
import { batchCalls, type MonitoringBatch } from '../../../api/monitoring.ts';
import { DataTable, RowMenu } from '../../../parts/data-table.tsx';
import { DeleteDialog } from '../../../parts/dialogs.tsx';
import { whole } from '../../../parts/format.ts';
import { HealthBadge } from '../../../parts/health-badge.tsx';
import { ProblemNote } from '../../../parts/panel.tsx';
import { Timestamp } from '../../../parts/timestamp.tsx';
import { healthState } from '../../deployments/health-text.ts';

interface BatchTableProps {
  readonly deploymentId: string;
  readonly batches: readonly MonitoringBatch[];
  readonly editable: boolean;
  readonly onEdit: (batch: MonitoringBatch) => void;
  readonly create: ReactNode;
}

const columns = ['Batch', 'Service', 'Drift', 'Predictions', 'First', 'Last', ''];

export function BatchTable({ deploymentId, batches, editable, onEdit, create }: BatchTableProps) {
  const [deleting, setDeleting] = useState<MonitoringBatch>();
  const lock = useChange(
    ({ id, isLocked }: MonitoringBatch) => batchCalls.change(deploymentId, id, { isLocked: !isLocked }),
    { refresh: [deploymentKey(deploymentId)] },
  );
  const actions = (batch: MonitoringBatch) => [
    { label: 'Rename', onChoose: () => onEdit(batch) },
    { label: batch.isLocked ? 'Unlock' : 'Lock', onChoose: () => lock.mutate(batch) },
    { label: 'Delete', onChoose: () => setDeleting(batch), dangerous: true },
  ];
  return (
    <>
      {editable && (
        <Group justify="flex-end" p="md" pb={0}>
          {create}
        </Group>
      )}
      <ProblemNote problem={lock.error} title="Nothing was changed" />
      <DataTable label="Monitoring batches" columns={columns} numeric={['Predictions']} minWidth={820}>
        {batches.map((batch) => (
          <Table.Tr key={batch.id}>
            <Table.Td>
              <Group gap="xs">
                <Text size="sm" fw={500}>
                  {batch.batchName}
                </Text>
                {batch.isLocked && <Badge color="gray">locked</Badge>}
              </Group>
              {batch.description && (
                <Text size="xs" c="dimmed">
                  {batch.description}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <HealthBadge state={healthState(batch.serviceHealth)} />
            </Table.Td>
            <Table.Td>
              <HealthBadge state={healthState(batch.dataDriftHealth)} />
            </Table.Td>
            <Table.Td ta="right" className="number">
              {whole(batch.predictionsCount)}
            </Table.Td>
            <Table.Td>
              <Timestamp iso={batch.earliestPredictionTimestamp} none="–" />
            </Table.Td>
            <Table.Td>
              <Timestamp iso={batch.latestPredictionTimestamp} none="–" />
            </Table.Td>
            <Table.Td ta="right">{editable && <RowMenu of={batch.batchName} actions={actions(batch)} />}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      {deleting && <DeleteBatch deploymentId={deploymentId} batch={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

interface DeleteBatchProps {
  readonly deploymentId: string;
  readonly batch: MonitoringBatch;
  readonly onClose: () => void;
}

function DeleteBatch({ deploymentId, batch, onClose }: DeleteBatchProps) {
  return (
    <DeleteDialog
      name={batch.batchName}
      kind="batch"
      call={batchCalls.remove(deploymentId, batch.id)}
      refresh={[deploymentKey(deploymentId)]}
      onClose={onClose}
    >
      Its figures are lost; those of the hours its predictions were made in stay. This cannot be undone.
    </DeleteDialog>
  );
}
