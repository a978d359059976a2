import { Badge, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AclConnection, connectionCalls, connectionKeys } from '../../api/access.ts';
import { useChange } from '../../api/call-query.ts';
import { send } from '../../api/send.ts';
import { HeadButton, RowMenu } from '../../parts/actions.tsx';
import { ConfirmDialog, DeleteDialog } from '../../parts/dialogs.tsx';
import { Note, ProblemNote } from '../../parts/panel.tsx';
import { Dimmed, PlainList } from '../../parts/text.tsx';
import { ConnectionDialog } from '../access/connection-dialog.tsx';

type Dialog = 'edit' | 'preflight' | 'resync' | 'delete';

export function ConnectionActions({ connection }: { connection: AclConnection }) {
  const { id, name, paused } = connection;
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const refresh = [connectionKeys.all];
  const toggle = useChange(paused ? connectionCalls.resume : connectionCalls.pause, { refresh });
  return (
    <>
      <HeadButton label="Check the connection" onClick={() => setDialog('preflight')} />
      <HeadButton label={paused ? 'Start' : 'Pause'} busy={toggle.isPending} onClick={() => toggle.mutate(id)} />
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
      {dialog === 'resync' && (
        <ConfirmDialog
          onClose={close}
          title="Read everything again?"
          confirm="Read everything"
          call={connectionCalls.resync(id)}
          refresh={refresh}
        >
          What is held keeps answering until the new reading is complete.
        </ConfirmDialog>
      )}
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

/** Tries everything at the provider and names each scope that is missing. */
function PreflightDialog({ connectionId, onClose }: { connectionId: string; onClose: () => void }) {
  const tried = useQuery({
    queryKey: ['preflight', connectionId],
    queryFn: () => send(connectionCalls.preflight(connectionId)),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Modal opened onClose={onClose} title="What the provider lets us read" size="lg">
      <Stack>
        <ProblemNote problem={tried.error} title="The connection was not checked" />
        {tried.isPending && (
          <Stack aria-busy="true">
            <Text size="sm">Asking the provider …</Text>
            <Skeleton height={18} />
            <Skeleton height={18} />
          </Stack>
        )}
        {tried.data && (
          <>
            <Note
              tone={tried.data.ok ? 'plain' : 'careful'}
              title={tried.data.ok ? 'Everything can be read' : 'Something is missing'}
            >
              {tried.data.ok
                ? 'Nothing at the provider was changed.'
                : 'Grant what is marked below at the provider, then check again.'}
            </Note>
            <PlainList gap="sm" aria-label="Checks">
              {tried.data.checks.map(({ name, ok, detail }) => (
                <li key={name}>
                  <Group gap="sm" wrap="nowrap" align="flex-start">
                    <Badge color={ok ? 'green' : 'red'} variant="dot" flex="none">
                      {ok ? 'ok' : 'missing'}
                    </Badge>
                    <div>
                      <Text size="sm" fw={600}>
                        {name}
                      </Text>
                      <Dimmed className="fact">{detail}</Dimmed>
                    </div>
                  </Group>
                </li>
              ))}
            </PlainList>
          </>
        )}
      </Stack>
    </Modal>
  );
}
