import { Select } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../../api/call-query.ts';
import { type Deployment, deploymentCalls, deploymentsKey, type Importance } from '../../../api/deployments.ts';
import { FormDialog } from '../../../parts/dialogs.tsx';
import { NameAndDescription } from '../../../parts/name-input.tsx';
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
      <NameAndDescription
        name={label}
        onName={setLabel}
        description={description}
        onDescription={setDescription}
        problem={save.error}
        nameField="label"
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
