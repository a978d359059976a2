import { useState } from 'react';
import { type Playground, playgroundCalls, playgroundKeys } from '../../api/playgrounds.ts';
import { useChange } from '../../api/use-change.ts';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NameAndDescription } from '../../parts/name-and-description.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';

export function PlaygroundActions({ playground }: { playground: Playground }) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <RowMenu
        of={playground.name}
        onPage
        actions={[
          { label: 'Edit', onChoose: () => setDialog('rename') },
          { label: 'Delete', onChoose: () => setDialog('delete'), dangerous: true },
        ]}
      />
      {dialog === 'rename' && <EditPlayground playground={playground} onClose={close} />}
      {dialog === 'delete' && <DeletePlayground playground={playground} onClose={close} />}
    </>
  );
}

interface DialogProps {
  readonly playground: Playground;
  readonly onClose: () => void;
}

function EditPlayground({ playground: { id, ...was }, onClose }: DialogProps) {
  const [name, setName] = useState(was.name);
  const [description, setDescription] = useState(was.description);
  const save = useChange((text: { name: string; description: string }) => playgroundCalls.change(id, text), {
    refresh: [playgroundKeys.all],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Edit ${was.name}`}
      onClose={onClose}
      submit="Save"
      onSubmit={() => save.mutate({ name, description })}
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
    </FormDialog>
  );
}

function DeletePlayground({ playground: { id, name }, onClose }: DialogProps) {
  return (
    <DeleteDialog
      name={name}
      kind="playground"
      call={playgroundCalls.remove(id)}
      forget={[playgroundKeys.all]}
      to="/playgrounds"
      onClose={onClose}
    >
      Its blueprints, chats and comparisons go with it; vector databases stay. This cannot be undone.
    </DeleteDialog>
  );
}
