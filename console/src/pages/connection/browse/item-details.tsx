import { Anchor, Badge, Breadcrumbs, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type AclGrant, type AclItemWithGrants, graphCalls } from '../../../api/access.ts';
import { callQuery } from '../../../api/call-query.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { Answer, Panel } from '../../../parts/panel.tsx';
import { Timestamp } from '../../../parts/timestamp.tsx';
import { whyNotCounted } from '../../access/organization-links.ts';

export function ItemDetails({ connectionId, itemId }: { connectionId: string; itemId: string }) {
  const item = useQuery(callQuery(graphCalls.item(connectionId, itemId)));
  return (
    <Answer of={item} what="this item">
      {(found) => (
        <Stack gap="md">
          <Place connectionId={connectionId} item={found} />
          <Panel
            title={`Grants on ${found.name}`}
            intro="As the provider says them. Those of folders above count too unless the item says otherwise."
            aside={
              <Button
                size="xs"
                variant="default"
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/access/$connectionId"
                    params={{ connectionId }}
                    search={{ tab: 'why', itemId: found.id }}
                  />
                )}
              >
                Who can read it
              </Button>
            }
          >
            {found.grants.length === 0 ? (
              <Text size="sm" c="dimmed">
                None of its own.
              </Text>
            ) : (
              <GrantTable grants={found.grants} />
            )}
          </Panel>
        </Stack>
      )}
    </Answer>
  );
}

function Place({ connectionId, item }: { connectionId: string; item: AclItemWithGrants }) {
  const to = { to: '/access/$connectionId', params: { connectionId }, className: 'row-link' } as const;
  return (
    <Group justify="space-between">
      <nav aria-label="Where it is">
        <Breadcrumbs>
          <Link {...to} search={{ tab: 'browse' }}>
            Spaces
          </Link>
          {item.path.map(({ id, name }) => (
            <Link key={id} {...to} search={{ tab: 'browse', item: id }}>
              {name}
            </Link>
          ))}
          <Text span fw={600} aria-current="page">
            {item.name}
          </Text>
        </Breadcrumbs>
      </nav>
      {item.webUrl !== null && (
        <Anchor href={item.webUrl} target="_blank" rel="noreferrer" size="sm">
          Open at the provider
        </Anchor>
      )}
    </Group>
  );
}

function GrantTable({ grants }: { grants: readonly AclGrant[] }) {
  return (
    <DataTable label="Grants" columns={['Given to', 'Kind', 'Role', 'Counts', 'Until']}>
      {grants.map((grant) => (
        <Table.Tr key={`${grant.permissionId} ${grant.subject.id}`}>
          <Table.Td className="fact">
            {grant.subject.name ?? grant.subject.email ?? grant.subject.id}
            {grant.subject.name !== null && grant.subject.email !== null && (
              <Text size="xs" c="dimmed">
                {grant.subject.email}
              </Text>
            )}
          </Table.Td>
          <Table.Td>{grant.subject.type}</Table.Td>
          <Table.Td>{grant.role}</Table.Td>
          <Table.Td>
            {grant.counts ? (
              <Badge variant="dot" color="green">
                yes
              </Badge>
            ) : (
              <Badge color="gray">{whyNotCounted(grant, new Date())}</Badge>
            )}
          </Table.Td>
          <Table.Td>
            <Timestamp iso={grant.expiresAt} none="for good" />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
