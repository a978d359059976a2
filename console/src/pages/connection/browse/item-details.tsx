import { Anchor, Badge, Breadcrumbs, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type AclGrant, type AclItemWithGrants, graphCalls } from '../../../api/access.ts';
import type { Column } from '../../../parts/data-table.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { Panel, Reply } from '../../../parts/panel.tsx';
import { Dimmed, Small, Timestamp } from '../../../parts/text.tsx';
import { whyNotCounted } from '../../access/organization-links.ts';

export function ItemDetails({ connectionId, itemId }: { connectionId: string; itemId: string }) {
  return (
    <Reply to={graphCalls.item(connectionId, itemId)} what="this item">
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
              <Dimmed>None of its own.</Dimmed>
            ) : (
              <DataTable
                label="Grants"
                rows={found.grants}
                idOf={({ permissionId, subject }) => `${permissionId} ${subject.id}`}
                columns={columns}
              />
            )}
          </Panel>
        </Stack>
      )}
    </Reply>
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

const columns: readonly Column<AclGrant>[] = [
  {
    name: 'Given to',
    className: 'fact',
    cell: (grant) => (
      <>
        {grant.subject.name ?? grant.subject.email ?? grant.subject.id}
        {grant.subject.name !== null && grant.subject.email !== null && <Small>{grant.subject.email}</Small>}
      </>
    ),
  },
  { name: 'Kind', cell: (grant) => grant.subject.type },
  { name: 'Role', cell: (grant) => grant.role },
  {
    name: 'Counts',
    cell: (grant) =>
      grant.counts ? (
        <Badge variant="dot" color="green">
          yes
        </Badge>
      ) : (
        <Badge color="gray">{whyNotCounted(grant, new Date())}</Badge>
      ),
  },
  { name: 'Until', cell: (grant) => <Timestamp iso={grant.expiresAt} none="for good" /> },
];
