import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { type VectorDatabase, vectorDatabaseCalls, vectorDatabaseKeys } from '../../api/vector-databases.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';

interface DialogProps {
  readonly database: VectorDatabase;
  readonly onClose: () => void;
}

export function RenameDatabase({ database, onClose }: DialogProps) {
  const [name, setName] = useState(database.name);
  const rename = useChange((text: string) => vectorDatabaseCalls.rename(database.id, text), {
    refresh: [vectorDatabaseKeys.all],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Rename ${database.name}`}
      onClose={onClose}
      submit="Rename"
      onSubmit={() => rename.mutate(name)}
      busy={rename.isPending}
      problem={rename.error}
      refused="The vector database was not renamed"
    >
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        data-autofocus
      />
    </FormDialog>
  );
}

export function RemoveDatabase({ database, onClose }: DialogProps) {
  const navigate = useNavigate();
  const remove = useChange(vectorDatabaseCalls.remove, {
    onDone: () => void navigate({ to: '/vector-databases' }),
    forget: [vectorDatabaseKeys.all],
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete ${database.name}?`}
      confirm="Delete the vector database"
      onConfirm={() => remove.mutate(database.id)}
      busy={remove.isPending}
      problem={remove.error}
    >
      Blueprints that answer from it then answer without documents. Its dataset and its other versions stay. This cannot
      be undone.
    </ConfirmDialog>
  );
}
