import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import type { Model } from '../../../api/models.ts';
import type { Project } from '../../../api/projects.ts';
import { type NewVersion, registryCalls, registryKeys } from '../../../api/registry.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { NameInput } from '../../../parts/name-input.tsx';

const NEW = '';

interface RegisterModelProps {
  readonly project: Project;
  readonly model: Model;
  readonly onClose: () => void;
}

export function RegisterModel({ project, model, onClose }: RegisterModelProps) {
  const [place, setPlace] = useState(NEW);
  const [name, setName] = useState(`${project.projectName}: ${project.target ?? model.modelType}`);
  const registered = useQuery(callQuery(registryCalls.list()));
  const navigate = useNavigate();
  const register = useChange((version: NewVersion) => registryCalls.register(version), {
    refresh: [registryKeys.all],
    onDone: ({ registeredModelId }) =>
      void navigate({ to: '/registry/$registeredModelId', params: { registeredModelId } }),
  });
  const alike = registered.data?.data.filter(({ target }) => target.name === project.target) ?? [];
  return (
    <FormDialog
      title="Register this model"
      onClose={onClose}
      submit="Register"
      onSubmit={() =>
        register.mutate({
          modelId: model.id,
          ...(place === NEW ? { registeredModelName: name } : { registeredModelId: place }),
        })
      }
      busy={register.isPending}
      problem={register.error}
      refused="The model was not registered"
    >
      <Select
        label="Where to"
        data={[
          { value: NEW, label: 'A new registered model' },
          ...alike.map((one) => ({ value: one.id, label: `A new version of ${one.name}` })),
        ]}
        value={place}
        allowDeselect={false}
        onChange={(chosen) => setPlace(chosen ?? NEW)}
      />
      {place === NEW && (
        <NameInput value={name} onChange={setName} problem={register.error} field="registeredModelName" focus={false} />
      )}
    </FormDialog>
  );
}
