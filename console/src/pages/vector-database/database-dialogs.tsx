import { useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { type VectorDatabase, vectorDatabaseCalls, vectorDatabaseKeys } from '../../api/vector-databases.ts';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NameInput } from '../../parts/name-input.tsx';

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
      <NameInput value={name} onChange={setName} />
    </FormDialog>
  );
}

export function RemoveDatabase({ database: { id, name }, onClose }: DialogProps) {
  return (
    <DeleteDialog
      name={name}
      kind="vector database"
      call={vectorDatabaseCalls.remove(id)}
      forget={[vectorDatabaseKeys.all]}
      to="/vector-databases"
      onClose={onClose}
    >
      Blueprints that answer from it then answer without documents. Its dataset and its other versions stay. This cannot
      be undone.
    </DeleteDialog>
  );
}
