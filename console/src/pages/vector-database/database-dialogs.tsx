import { type VectorDatabase, vectorDatabaseCalls, vectorDatabaseKeys } from '../../api/vector-databases.ts';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { TextDialog } from '../../parts/text-dialog.tsx';

interface DialogProps {
  readonly database: VectorDatabase;
  readonly onClose: () => void;
}

export function RenameDatabase({ database: { id, name: was }, onClose }: DialogProps) {
  return (
    <TextDialog
      title={`Rename ${was}`}
      submit="Rename"
      refused="The vector database was not renamed"
      was={{ name: was }}
      call={({ name }) => vectorDatabaseCalls.rename(id, name)}
      refresh={[vectorDatabaseKeys.all]}
      onClose={onClose}
    />
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
