import { Badge, Button, Code, Group, Modal, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { type ApiKey, calls, keys } from '../../api/accounts.ts';
import { useChange } from '../../api/call-query.ts';
import { HeadButton, RowMenu } from '../../parts/actions.tsx';
import { SecretOnce } from '../../parts/copy-text.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { ConfirmDialog, FormModal, TextDialog } from '../../parts/dialogs.tsx';
import { ChoiceField, NameInput } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, Reply } from '../../parts/panel.tsx';
import { Strong, Timestamp } from '../../parts/text.tsx';
import { expiryOf, isOver, type Lifetime, lifetimes } from './expiry.ts';

export function ApiKeysPage() {
  const [creating, { open, close }] = useDisclosure(false);
  return (
    <Page
      title="API keys"
      intro="Scripts and clients use a key in place of your password. Give each its own, so that you can revoke one without the others."
      calls={[calls.apiKeys()]}
      actions={<HeadButton label="Create key" primary onClick={open} />}
    >
      <Paper withBorder>
        <Reply to={calls.apiKeys()} what="your API keys">
          {({ data }) =>
            data.length > 0 ? (
              <DataTable label="Your API keys" rows={data} idOf={({ id }) => id} columns={columns} />
            ) : (
              <EmptyState
                icon="key"
                title="No API keys yet"
                action={<Button onClick={open}>Create your first key</Button>}
              >
                Create one to call the API from a script, a notebook or a client library.
              </EmptyState>
            )
          }
        </Reply>
      </Paper>
      {creating && <CreateApiKey onClose={close} />}
    </Page>
  );
}

/** Asks for a name, then shows the key this one time. */
function CreateApiKey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const create = useChange(calls.createApiKey, { refresh: [keys.apiKeys] });
  if (create.data) {
    return (
      <Modal opened onClose={onClose} title={`Your key "${create.data.name}"`} closeOnClickOutside={false}>
        <SecretOnce secret={create.data.key} what="API key" onStored={onClose} />
      </Modal>
    );
  }
  const expireAt = expiryOf(lifetime, new Date());
  return (
    <FormModal
      title="Create an API key"
      onClose={onClose}
      submit="Create key"
      onSubmit={() => create.mutate({ name, ...(expireAt === undefined ? {} : { expireAt }) })}
      change={create}
      refused="The key was not created"
    >
      <NameInput
        description="What uses it: you will see this name in the list"
        placeholder="Nightly forecast"
        value={name}
        onChange={setName}
      />
      <ChoiceField label="Works for" data={lifetimes} value={lifetime} onChange={setLifetime} field="expireAt" />
    </FormModal>
  );
}

const columns: readonly Column<ApiKey>[] = [
  {
    name: 'Name',
    cell: ({ name, expireAt }) => (
      <Group gap="xs">
        <Strong>{name}</Strong>
        {isOver(expireAt, new Date()) && <Badge color="gray">expired</Badge>}
      </Group>
    ),
  },
  { name: 'Begins with', cell: ({ prefix }) => <Code>{`${prefix}…`}</Code> },
  { name: 'Created', cell: ({ createdAt }) => <Timestamp iso={createdAt} /> },
  { name: 'Last used', cell: ({ lastUsed }) => <Timestamp iso={lastUsed} /> },
  { name: 'Expires', cell: ({ expireAt }) => <Timestamp iso={expireAt} /> },
  {
    name: '',
    cell: (apiKey) => (
      <RowMenu
        of={apiKey.name}
        actions={[
          { label: 'Rename', dialog: (close) => <RenameApiKey apiKey={apiKey} onClose={close} /> },
          { label: 'Revoke', dangerous: true, dialog: (close) => <RevokeApiKey apiKey={apiKey} onClose={close} /> },
        ]}
      />
    ),
  },
];

function RenameApiKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  return (
    <TextDialog
      title="Rename this key"
      submit="Rename"
      refused="The key was not renamed"
      was={{ name: apiKey.name }}
      call={({ name }) => calls.changeApiKey(apiKey.id, { name })}
      refresh={[keys.apiKeys]}
      onClose={onClose}
    />
  );
}

function RevokeApiKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Revoke "${apiKey.name}"?`}
      confirm="Revoke the key"
      call={calls.revokeApiKey(apiKey.id)}
      refresh={[keys.apiKeys]}
    >
      Whatever uses it is refused from this moment on. This cannot be undone, but you can create another key.
    </ConfirmDialog>
  );
}
