import { Badge, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useChange } from '../../../api/call-query.ts';
import { deploymentKey } from '../../../api/deployments.ts';
import { batchCalls, type MonitoringBatch } from '../../../api/monitoring.ts';
import { RowMenu } from '../../../parts/actions.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { DeleteDialog } from '../../../parts/dialogs.tsx';
import { whole } from '../../../parts/format.ts';
import { HealthBadge } from '../../../parts/health-badge.tsx';
import { ProblemNote } from '../../../parts/panel.tsx';
import { Small, Strong, Timestamp } from '../../../parts/text.tsx';
import { healthState } from '../../deployments/health-text.ts';

interface BatchTableProps {
  readonly deploymentId: string;
  readonly batches: readonly MonitoringBatch[];
  readonly editable: boolean;
  readonly onEdit: (batch: MonitoringBatch) => void;
  readonly create: ReactNode;
}

export function BatchTable({ deploymentId, batches, editable, onEdit, create }: BatchTableProps) {
  const lock = useChange(
    ({ id, isLocked }: MonitoringBatch) => batchCalls.change(deploymentId, id, { isLocked: !isLocked }),
    { refresh: [deploymentKey(deploymentId)] },
  );
  const actions = (batch: MonitoringBatch) => [
    { label: 'Rename', onChoose: () => onEdit(batch) },
    { label: batch.isLocked ? 'Unlock' : 'Lock', onChoose: () => lock.mutate(batch) },
    {
      label: 'Delete',
      dangerous: true,
      dialog: (close: () => void) => <DeleteBatch deploymentId={deploymentId} batch={batch} onClose={close} />,
    },
  ];
  return (
    <>
      {editable && (
        <Group justify="flex-end" p="md" pb={0}>
          {create}
        </Group>
      )}
      <ProblemNote problem={lock.error} title="Nothing was changed" />
      <DataTable
        label="Monitoring batches"
        minWidth={820}
        rows={batches}
        idOf={(batch) => batch.id}
        columns={[
          {
            name: 'Batch',
            cell: (batch) => (
              <>
                <Group gap="xs">
                  <Strong>{batch.batchName}</Strong>
                  {batch.isLocked && <Badge color="gray">locked</Badge>}
                </Group>
                {batch.description && <Small>{batch.description}</Small>}
              </>
            ),
          },
          { name: 'Service', cell: (batch) => <HealthBadge state={healthState(batch.serviceHealth)} /> },
          { name: 'Drift', cell: (batch) => <HealthBadge state={healthState(batch.dataDriftHealth)} /> },
          { name: 'Predictions', numeric: true, cell: (batch) => whole(batch.predictionsCount) },
          { name: 'First', cell: (batch) => <Timestamp iso={batch.earliestPredictionTimestamp} none="–" /> },
          { name: 'Last', cell: (batch) => <Timestamp iso={batch.latestPredictionTimestamp} none="–" /> },
          { name: '', cell: (batch) => editable && <RowMenu of={batch.batchName} actions={actions(batch)} /> },
        ]}
      />
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
