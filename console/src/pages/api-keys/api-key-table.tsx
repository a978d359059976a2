import { Badge, Code, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApiKey } from '../../api/accounts.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { isOver } from './expiry.ts';
import { RenameApiKey } from './rename-api-key.tsx';
import { RevokeApiKey } from './revoke-api-key.tsx';

interface Chosen {
  readonly action: 'rename' | 'revoke';
  readonly apiKey: ApiKey;
}

export function ApiKeyTable({ apiKeys }: { apiKeys: readonly ApiKey[] }) {
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
