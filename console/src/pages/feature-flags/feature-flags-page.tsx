import { Badge, Button, Checkbox, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calls, keys, type Permission, queries, type User } from '../../api/accounts.ts';
import { callQuery, useChange } from '../../api/call-query.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { PAGE_SIZE, Paging } from '../../parts/list-page.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer } from '../../parts/panel.tsx';

/** There is always one user, the reader: this list has no empty state. */
export function FeatureFlagsPage() {
  const { data: account } = useSuspenseQuery(queries.account());
  const [offset, setOffset] = useState(0);
  const window = { offset, limit: PAGE_SIZE };
  const users = useQuery(callQuery(calls.users(account.orgId, window)));
  const flags = useQuery(queries.permissions());
  return (
    <Page
      title="Feature flags"
      intro="What each account may use beyond the usual. A change counts at once, also for keys and sessions that exist."
      calls={[calls.permissions(), calls.users(account.orgId, window)]}
    >
      <Paper withBorder>
        <Answer of={users} what="the users">
          {({ data, count, totalCount }) => (
            <Answer of={flags} what="the feature flags">
              {({ data: all }) => (
                <>
                  <FlagTable users={data} flags={all} />
                  <Paging offset={offset} count={count} total={totalCount} what="users" onOffset={setOffset} />
                </>
              )}
            </Answer>
          )}
        </Answer>
      </Paper>
    </Page>
  );
}

function FlagTable({ users, flags }: { users: readonly User[]; flags: readonly Permission[] }) {
  const [edited, setEdited] = useState<User>();
  return (
    <>
      <DataTable label="Feature flags of users" columns={['Username', 'Role', 'Flags', '']}>
        {users.map((user) => (
          <Table.Tr key={user.id}>
            <Table.Td fw={500}>{user.username}</Table.Td>
            <Table.Td>{user.role === 'admin' ? 'Administrator' : 'User'}</Table.Td>
            <Table.Td>
              <Held names={user.permissions} flags={flags} />
            </Table.Td>
            <Table.Td ta="right">
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => setEdited(user)}
                aria-label={`Change the flags of ${user.username}`}
              >
                Change
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      {edited && <EditFlags user={edited} flags={flags} onClose={() => setEdited(undefined)} />}
    </>
  );
}

function Held({ names, flags }: { names: readonly string[]; flags: readonly Permission[] }) {
  if (names.length === 0)
    return (
      <Text size="sm" c="dimmed">
        none
      </Text>
    );
  const titleOf = (name: string) => flags.find((flag) => flag.name === name)?.title ?? name;
  return (
    <Group gap={6}>
      {names.map((name) => (
        <Badge key={name}>{titleOf(name).replace(/^Enable /, '')}</Badge>
      ))}
    </Group>
  );
}

interface EditFlagsProps {
  readonly user: User;
  readonly flags: readonly Permission[];
  readonly onClose: () => void;
}

function EditFlags({ user, flags, onClose }: EditFlagsProps) {
  const [held, setHeld] = useState<string[]>([...user.permissions]);
  const save = useChange((permissions: readonly string[]) => calls.changeUser(user.id, { permissions }), {
    refresh: [keys.users, keys.account],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Feature flags of ${user.username}`}
      onClose={onClose}
      submit="Save"
      onSubmit={() => save.mutate(held)}
      busy={save.isPending}
      problem={save.error}
      refused="Nothing was changed"
    >
      <Checkbox.Group value={held} onChange={setHeld} label="What this account may use">
        <Stack gap="sm" mt="xs">
          {flags.map(({ name, title, about }) => (
            <Checkbox key={name} value={name} label={title} description={about} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  );
}
