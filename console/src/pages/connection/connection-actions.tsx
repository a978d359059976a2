import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type AclConnection, connectionCalls, connectionKeys } from '../../api/acl-connections.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { PreflightDialog } from './status/preflight-dialog.tsx';

type Dialog = 'preflight' | 'resync' | 'delete';

export function ConnectionActions({ connection: { id, name, paused } }: { connection: AclConnection }) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const refresh = [connectionKeys.all];
  const toggle = useChange(paused ? connectionCalls.resume : connectionCalls.pause, { refresh });
  const resync = useChange(connectionCalls.resync, { refresh, onDone: close });
  const remove = useChange(connectionCalls.remove, {
    onDone: () => void navigate({ to: '/access' }),
    forget: refresh,
  });
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
        actions={[
          { label: 'Read everything again', onChoose: () => setDialog('resync') },
          { label: 'Delete', onChoose: () => setDialog('delete'), dangerous: true },
        ]}
      />
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
      <ConfirmDialog
        opened={dialog === 'delete'}
        onClose={close}
        title={`Delete ${name}?`}
        confirm="Delete the connection"
        onConfirm={() => remove.mutate(id)}
        busy={remove.isPending}
        problem={remove.error}
      >
        What is held and the stored secret are erased. Vector databases bound to it then show nobody anything. This
        cannot be undone.
      </ConfirmDialog>
    </>
  );
}
