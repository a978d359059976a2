import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { type RegisteredModel, registryCalls, registryKeys } from '../../api/registry.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NameAndDescription } from '../../parts/name-and-description.tsx';

export function EditRegisteredModel({ model, onClose }: { model: RegisteredModel; onClose: () => void }) {
  const [name, setName] = useState(model.name);
  const [description, setDescription] = useState(model.description);
  const [isGlobal, setGlobal] = useState(model.isGlobal);
  const save = useChange(
    () => registryCalls.change(model.id, { name, description, ...(isGlobal === model.isGlobal ? {} : { isGlobal }) }),
    { refresh: [registryKeys.all], onDone: onClose },
  );
  return (
    <FormDialog
      title={`Edit ${model.name}`}
      onClose={onClose}
      submit="Save"
      onSubmit={() => save.mutate(undefined)}
      busy={save.isPending}
      problem={save.error}
      refused="Nothing was changed"
    >
      <NameAndDescription
        name={name}
        onName={setName}
        description={description}
        onDescription={setDescription}
        problem={save.error}
      />
      <Checkbox
        label="For everybody"
        description="The whole organization may use its versions."
        checked={isGlobal}
        onChange={(event) => setGlobal(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
