import { Badge, Button, Group, Paper, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useChange } from '../../../api/call-query.ts';
import { type Deployment, deploymentKey } from '../../../api/deployments.ts';
import { batchCalls, type MonitoringBatch } from '../../../api/monitoring.ts';
import { useMay } from '../../../api/own-access.ts';
import { RowMenu } from '../../../parts/actions.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { DeleteDialog, TextDialog } from '../../../parts/dialogs.tsx';
import { whole } from '../../../parts/format.ts';
import { EmptyState, ProblemNote, Reply } from '../../../parts/panel.tsx';
import { HealthBadge, Small, Strong, Timestamp } from '../../../parts/text.tsx';
import { healthState } from '../../deployments/health-text.ts';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { CompareBatches } from './compare-batches.tsx';

export function BatchesPage() {
  return (
    <DeploymentFrame part="Batches" calls={(id) => [batchCalls.list(id)]}>
      {(deployment) => <Batches deployment={deployment} />}
    </DeploymentFrame>
  );
}

function Batches({ deployment }: { deployment: Deployment }) {
  const [dialog, setDialog] = useState<MonitoringBatch | 'new'>();
  const editable = useMay({ object: 'deployment', id: deployment.id, need: 'write' });
  const create = <Button onClick={() => setDialog('new')}>Open a batch</Button>;
  return (
    <Reply to={batchCalls.list(deployment.id)} what="the batches">
      {({ data }) => (
        <Stack gap="lg">
          <Paper withBorder>
            {data.length === 0 ? (
              <EmptyState icon="stack" title="No monitoring batches" {...(editable ? { action: create } : {})}>
                A batch gathers predictions that belong together, like a month or a delivery, so that it can be watched
                and compared as a whole. Switch batch monitoring on under Settings first; each batch prediction job then
                opens one, and a request joins one by its header X-DataRobot-Model-Monitoring-Batch-Id.
              </EmptyState>
            ) : (
              <BatchTable
                deploymentId={deployment.id}
                batches={data}
                editable={editable}
                onEdit={setDialog}
                create={create}
              />
            )}
          </Paper>
          {data.length > 0 && <CompareBatches deployment={deployment} batches={data} />}
          {dialog !== undefined && (
            <BatchDialog
              deploymentId={deployment.id}
              {...(dialog === 'new' ? {} : { batch: dialog })}
              onClose={() => setDialog(undefined)}
            />
          )}
        </Stack>
      )}
    </Reply>
  );
}

interface BatchDialogProps {
  readonly deploymentId: string;
  /** The batch to rename; without one a new one is opened. */
  readonly batch?: MonitoringBatch;
  readonly onClose: () => void;
}

function BatchDialog({ deploymentId, batch, onClose }: BatchDialogProps) {
  return (
    <TextDialog
      title={batch ? `Rename ${batch.batchName}` : 'Open a batch'}
      submit={batch ? 'Save' : 'Open it'}
      refused={batch ? 'Nothing was changed' : 'No batch was opened'}
      was={{ name: batch?.batchName ?? '', description: batch?.description ?? '' }}
      call={({ name: batchName, description }) => {
        const text = { batchName, description: description || null };
        return batch ? batchCalls.change(deploymentId, batch.id, text) : batchCalls.create(deploymentId, text);
      }}
      refresh={[deploymentKey(deploymentId)]}
      nameField="batchName"
      onClose={onClose}
    />
  );
}

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
