import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { type RegisteredModel, registryCalls, registryKeys } from '../../api/registry.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

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
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        data-autofocus
        error={fieldError(save.error, 'name')}
      />
      <Textarea
        label="Description"
        description="Optional"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        autosize
        minRows={2}
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
