import { Button } from '@mantine/core';
import { useState } from 'react';
import { type AclConnection, connectionCalls, connectionKeys } from '../../api/access.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { ConnectionDialog } from '../access/connection-dialog.tsx';
import { PreflightDialog } from './status/preflight-dialog.tsx';

type Dialog = 'edit' | 'preflight' | 'resync' | 'delete';

export function ConnectionActions({ connection }: { connection: AclConnection }) {
  const { id, name, paused } = connection;
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const refresh = [connectionKeys.all];
  const toggle = useChange(paused ? connectionCalls.resume : connectionCalls.pause, { refresh });
  const resync = useChange(connectionCalls.resync, { refresh, onDone: close });
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setDialog('preflight')}>
        Check the connection
      </Button>
      <Button size="xs" variant="default" loading={toggle.isPending} onClick={() => toggle.mutate(id)}>
        {paused ? 'Start' : 'Pause'}
      </Button>
      <RowMenu
        of={name}
        onPage
        actions={[
          { label: 'Edit', onChoose: () => setDialog('edit') },
          { label: 'Read everything again', onChoose: () => setDialog('resync') },
          { label: 'Delete', onChoose: () => setDialog('delete'), dangerous: true },
        ]}
      />
      {dialog === 'edit' && <ConnectionDialog connection={connection} onClose={close} onDone={close} />}
      {dialog === 'preflight' && <PreflightDialog connectionId={id} onClose={close} />}
      <ConfirmDialog
        opened={dialog === 'resync'}
        onClose={close}
        title="Read everything again?"
        confirm="Read everything"
        onConfirm={() => resync.mutate(id)}
        busy={resync.isPending}
        problem={resync.error}
      >
        What is held keeps answering until the new reading is complete.
      </ConfirmDialog>
      {dialog === 'delete' && (
        <DeleteDialog
          name={name}
          kind="connection"
          call={connectionCalls.remove(id)}
          forget={[connectionKeys.all]}
          to="/access"
          onClose={close}
        >
          What is held and the stored secret are erased. Vector databases bound to it then show nobody anything. This
          cannot be undone.
        </DeleteDialog>
      )}
    </>
  );
}
