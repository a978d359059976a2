import { Button, Paper, Stack } from '@mantine/core';
import { useState } from 'react';
import { type Deployment, deploymentKey } from '../../../api/deployments.ts';
import { batchCalls, type MonitoringBatch } from '../../../api/monitoring.ts';
import { TextDialog } from '../../../parts/dialogs.tsx';
import { EmptyState, Reply } from '../../../parts/panel.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { may } from '../may.ts';
import { BatchTable } from './batch-table.tsx';
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
  const editable = may(deployment, 'CAN_UPDATE_DEPLOYMENT_SETTINGS');
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
