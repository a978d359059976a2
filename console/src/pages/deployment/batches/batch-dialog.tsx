import { useState } from 'react';
import { batchCalls, batchesKey, type MonitoringBatch } from '../../../api/monitoring-batches.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { NameAndDescription } from '../../../parts/name-and-description.tsx';

interface BatchDialogProps {
  readonly deploymentId: string;
  /** The batch to rename; without one a new one is opened. */
  readonly batch?: MonitoringBatch;
  readonly onClose: () => void;
}

export function BatchDialog({ deploymentId, batch, onClose }: BatchDialogProps) {
  const [batchName, setName] = useState(batch?.batchName ?? '');
  const [description, setDescription] = useState(batch?.description ?? '');
  const save = useChange(
    () => {
      const text = { batchName, description: description || null };
      return batch ? batchCalls.change(deploymentId, batch.id, text) : batchCalls.create(deploymentId, text);
    },
    { refresh: [batchesKey(deploymentId)], onDone: onClose },
  );
  return (
    <FormDialog
      title={batch ? `Rename ${batch.batchName}` : 'Open a batch'}
      onClose={onClose}
      submit={batch ? 'Save' : 'Open it'}
      onSubmit={() => save.mutate(undefined)}
      busy={save.isPending}
      problem={save.error}
      refused={batch ? 'Nothing was changed' : 'No batch was opened'}
    >
      <NameAndDescription
        name={batchName}
        onName={setName}
        description={description}
        onDescription={setDescription}
        problem={save.error}
        nameField="batchName"
      />
    </FormDialog>
  );
}
