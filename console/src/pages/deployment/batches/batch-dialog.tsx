import { deploymentKey } from '../../../api/deployments.ts';
import { batchCalls, type MonitoringBatch } from '../../../api/monitoring.ts';
import { TextDialog } from '../../../parts/text-dialog.tsx';

interface BatchDialogProps {
  readonly deploymentId: string;
  /** The batch to rename; without one a new one is opened. */
  readonly batch?: MonitoringBatch;
  readonly onClose: () => void;
}

export function BatchDialog({ deploymentId, batch, onClose }: BatchDialogProps) {
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
