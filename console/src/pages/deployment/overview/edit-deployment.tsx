import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../../api/api-problem.ts';
import { type Deployment, deploymentCalls, deploymentsKey, type Importance } from '../../../api/deployments.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { importances } from '../../deployments/health-text.ts';

export function EditDeployment({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const [label, setLabel] = useState(deployment.label);
  const [description, setDescription] = useState(deployment.description ?? '');
  const [importance, setImportance] = useState<Importance | null>(deployment.importance);
  const save = useChange(
    () => deploymentCalls.change(deployment.id, { label, description: description || null, importance }),
    { refresh: [deploymentsKey], onDone: onClose },
  );
  return (
    <FormDialog
      title={`Edit ${deployment.label}`}
      onClose={onClose}
      submit="Save"
      onSubmit={() => save.mutate(undefined)}
      busy={save.isPending}
      problem={save.error}
      refused="Nothing was changed"
    >
      <TextInput
        label="Name"
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        required
        data-autofocus
        error={fieldError(save.error, 'label')}
      />
      <Textarea
        label="Description"
        description="Optional"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        autosize
        minRows={2}
      />
      <Select
        label="Importance"
        description="Who has to be asked before it is changed depends on it in many teams"
        data={[...importances]}
        value={importance}
        onChange={(value) => setImportance(value as Importance | null)}
      />
    </FormDialog>
  );
}
