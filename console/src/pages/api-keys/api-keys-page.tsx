import { Badge, Button, Code, Group, Modal, Paper, Select, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, calls, keys } from '../../api/accounts.ts';
import { fieldError } from '../../api/api-problem.ts';
import { callQuery, useChange } from '../../api/call-query.ts';
import { SecretOnce } from '../../parts/copy-text.tsx';
import { DataTable, RowMenu } from '../../parts/data-table.tsx';
import { ConfirmDialog, TextDialog } from '../../parts/dialogs.tsx';
import { NameInput } from '../../parts/name-input.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState, ProblemNote } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { expiryOf, isOver, type Lifetime, lifetimes } from './expiry.ts';

export function ApiKeysPage() {
  const apiKeys = useQuery(callQuery(calls.apiKeys()));
  const [creating, { open, close }] = useDisclosure(false);
  return (
    <Page
      title="API keys"
      intro="Scripts and clients use a key in place of your password. Give each its own, so that you can revoke one without the others."
      calls={[calls.apiKeys()]}
      actions={
        <Button size="xs" onClick={open}>
          Create key
        </Button>
      }
    >
      <Paper withBorder>
        <Answer of={apiKeys} what="your API keys">
          {({ data }) =>
            data.length > 0 ? (
              <ApiKeyTable apiKeys={data} />
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
        </Answer>
      </Paper>
      <CreateApiKey opened={creating} onClose={close} />
    </Page>
  );
}

interface CreateApiKeyProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for a name, then shows the key this one time. */
function CreateApiKey({ opened, onClose }: CreateApiKeyProps) {
  const [name, setName] = useState('');
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const create = useChange(calls.createApiKey, { refresh: [keys.apiKeys] });
  const close = () => {
    onClose();
    create.reset();
    setName('');
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={create.data ? `Your key "${create.data.name}"` : 'Create an API key'}
      closeOnClickOutside={!create.data}
    >
      {create.data ? (
        <SecretOnce secret={create.data.key} what="API key" onStored={close} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const expireAt = expiryOf(lifetime, new Date());
            create.mutate({ name, ...(expireAt === undefined ? {} : { expireAt }) });
          }}
        >
          <Stack>
            <NameInput
              description="What uses it: you will see this name in the list"
              placeholder="Nightly forecast"
              value={name}
              onChange={setName}
              problem={create.error}
            />
            <Select
              label="Works for"
              data={[...lifetimes]}
              value={lifetime}
              onChange={(value) => value && setLifetime(value as Lifetime)}
              allowDeselect={false}
              error={fieldError(create.error, 'expireAt')}
            />
            <ProblemNote problem={create.error} title="The key was not created" />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={create.isPending}>
                Create key
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

interface Chosen {
  readonly action: 'rename' | 'revoke';
  readonly apiKey: ApiKey;
}

function ApiKeyTable({ apiKeys }: { apiKeys: readonly ApiKey[] }) {
  const [chosen, setChosen] = useState<Chosen>();
  const close = () => setChosen(undefined);
  return (
    <>
      <DataTable label="Your API keys" columns={['Name', 'Begins with', 'Created', 'Last used', 'Expires', '']}>
        {apiKeys.map((apiKey) => (
          <ApiKeyRow key={apiKey.id} apiKey={apiKey} onChoose={(action) => setChosen({ action, apiKey })} />
        ))}
      </DataTable>
      {chosen?.action === 'rename' && <RenameApiKey apiKey={chosen.apiKey} onClose={close} />}
      {chosen?.action === 'revoke' && <RevokeApiKey apiKey={chosen.apiKey} onClose={close} />}
    </>
  );
}

function ApiKeyRow({ apiKey, onChoose }: { apiKey: ApiKey; onChoose: (action: Chosen['action']) => void }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {apiKey.name}
          </Text>
          {isOver(apiKey.expireAt, new Date()) && <Badge color="gray">expired</Badge>}
        </Group>
      </Table.Td>
      <Table.Td>
        <Code>{`${apiKey.prefix}…`}</Code>
      </Table.Td>
      <Table.Td>
        <Timestamp iso={apiKey.createdAt} />
      </Table.Td>
      <Table.Td>
        <Timestamp iso={apiKey.lastUsed} />
      </Table.Td>
      <Table.Td>
        <Timestamp iso={apiKey.expireAt} />
      </Table.Td>
      <Table.Td ta="right">
        <RowMenu
          of={apiKey.name}
          actions={[
            { label: 'Rename', onChoose: () => onChoose('rename') },
            { label: 'Revoke', onChoose: () => onChoose('revoke'), dangerous: true },
          ]}
        />
      </Table.Td>
    </Table.Tr>
  );
}

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
  const revoke = useChange(calls.revokeApiKey, { refresh: [keys.apiKeys], onDone: onClose });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Revoke "${apiKey.name}"?`}
      confirm="Revoke the key"
      onConfirm={() => revoke.mutate(apiKey.id)}
      busy={revoke.isPending}
      problem={revoke.error}
    >
      Whatever uses it is refused from this moment on. This cannot be undone, but you can create another key.
    </ConfirmDialog>
  );
}
