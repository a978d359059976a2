import { useState } from 'react';
import { type Playground, playgroundCalls, playgroundKeys } from '../../api/playgrounds.ts';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { TextDialog } from '../../parts/text-dialog.tsx';

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

function EditPlayground({ playground, onClose }: DialogProps) {
  return (
    <TextDialog
      title={`Edit ${playground.name}`}
      was={playground}
      call={(text) => playgroundCalls.change(playground.id, text)}
      refresh={[playgroundKeys.all]}
      onClose={onClose}
    />
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
