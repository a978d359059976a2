import { Badge, Checkbox, Group, Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calls, keys, type Permission, queries, type User, useAccount } from '../../api/accounts.ts';
import { RowButton } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { PAGE_SIZE, PagedReply } from '../../parts/list-page.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer } from '../../parts/panel.tsx';
import { Dimmed } from '../../parts/text.tsx';

/** There is always one user, the reader: this list has no empty state. */
export function FeatureFlagsPage() {
  const account = useAccount();
  const flags = useQuery(queries.permissions());
  return (
    <Page
      title="Feature flags"
      intro="What each account may use beyond the usual. A change counts at once, also for keys and sessions that exist."
      calls={[calls.permissions(), calls.users(account.orgId, { offset: 0, limit: PAGE_SIZE })]}
    >
      <Paper withBorder>
        <Answer of={flags} what="the feature flags">
          {({ data }) => (
            <PagedReply list={(window) => calls.users(account.orgId, window)} what="the users" rows="users">
              {(users) => <FlagTable users={users} flags={data} />}
            </PagedReply>
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
      <DataTable
        label="Feature flags of users"
        rows={users}
        idOf={(user) => user.id}
        columns={[
          { name: 'Username', fw: 500, cell: (user) => user.username },
          { name: 'Role', cell: (user) => (user.role === 'admin' ? 'Administrator' : 'User') },
          { name: 'Flags', cell: (user) => <Held names={user.permissions} flags={flags} /> },
          {
            name: '',
            cell: (user) => (
              <RowButton label="Change" of={`the flags of ${user.username}`} safe onClick={() => setEdited(user)} />
            ),
          },
        ]}
      />
      {edited && <EditFlags user={edited} flags={flags} onClose={() => setEdited(undefined)} />}
    </>
  );
}

function Held({ names, flags }: { names: readonly string[]; flags: readonly Permission[] }) {
  if (names.length === 0) return <Dimmed>none</Dimmed>;
  const titleOf = (name: string) => flags.find((flag) => flag.name === name)?.title ?? name;
  return (
    <Group gap={6}>
      {names.map((name) => (
        <Badge key={name}>{titleOf(name).replace(/^Enable /, '')}</Badge>
      ))}
    </Group>
  );
}

function EditFlags({ user, flags, onClose }: { user: User; flags: readonly Permission[]; onClose: () => void }) {
  const [held, setHeld] = useState<string[]>([...user.permissions]);
  return (
    <FormDialog
      title={`Feature flags of ${user.username}`}
      onClose={onClose}
      submit="Save"
      call={() => calls.changeUser(user.id, { permissions: held })}
      refresh={[keys.users, keys.account]}
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
