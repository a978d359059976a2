import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../../api/api-problem.ts';
import { batchCalls, batchesKey, type MonitoringBatch } from '../../../api/monitoring-batches.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';

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
      <TextInput
        label="Name"
        value={batchName}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        data-autofocus
        error={fieldError(save.error, 'batchName')}
      />
      <Textarea
        label="Description"
        description="Optional"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        autosize
        minRows={2}
      />
    </FormDialog>
  );
}
