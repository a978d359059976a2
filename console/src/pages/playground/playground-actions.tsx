import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Playground, playgroundCalls, playgroundKeys } from '../../api/playgrounds.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';

export function PlaygroundActions({ playground }: { playground: Playground }) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <RowMenu
        of={playground.name}
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
      <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} required />
      <TextInput
        label="Description"
        description="Optional"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function DeletePlayground({ playground: { id, name }, onClose }: DialogProps) {
  const navigate = useNavigate();
  const remove = useChange(playgroundCalls.remove, {
    onDone: () => void navigate({ to: '/playgrounds' }),
    forget: [playgroundKeys.all],
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete ${name}?`}
      confirm="Delete the playground"
      onConfirm={() => remove.mutate(id)}
      busy={remove.isPending}
      problem={remove.error}
    >
      Its blueprints, chats and comparisons go with it; vector databases stay. This cannot be undone.
    </ConfirmDialog>
  );
}
