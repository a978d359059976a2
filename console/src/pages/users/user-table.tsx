import { Badge, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { User } from '../../api/accounts.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { DisableUser } from './disable-user.tsx';
import { EditUser } from './edit-user.tsx';
import { ResetPassword } from './reset-password.tsx';
import { SetPassword } from './set-password.tsx';

const dialogs = { edit: EditUser, reset: ResetPassword, password: SetPassword, disable: DisableUser } as const;

interface Chosen {
  readonly action: keyof typeof dialogs;
  readonly user: User;
}

export function UserTable({ users, ownId }: { users: readonly User[]; ownId: string }) {
  const [chosen, setChosen] = useState<Chosen>();
  const Dialog = chosen && dialogs[chosen.action];
  return (
    <>
      <DataTable label="Users" columns={['Username', 'Name', 'E-mail', 'Role', 'Created', '']}>
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            own={user.id === ownId}
            onChoose={(action) => setChosen({ action, user })}
          />
        ))}
      </DataTable>
      {Dialog && <Dialog user={chosen.user} onClose={() => setChosen(undefined)} />}
    </>
  );
}

interface UserRowProps {
  readonly user: User;
  readonly own: boolean;
  readonly onChoose: (action: Chosen['action']) => void;
}

function UserRow({ user, own, onChoose }: UserRowProps) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {user.username}
          </Text>
          {own && <Badge variant="light">you</Badge>}
          {user.disabled && <Badge color="gray">disabled</Badge>}
        </Group>
      </Table.Td>
      <Table.Td>{name}</Table.Td>
      <Table.Td>{user.email}</Table.Td>
      <Table.Td>{user.role === 'admin' ? 'Administrator' : 'User'}</Table.Td>
      <Table.Td>
        <Timestamp iso={user.createdAt} />
      </Table.Td>
      <Table.Td ta="right">
        <RowMenu
          of={user.username}
          actions={[
            { label: 'Edit', onChoose: () => onChoose('edit') },
            // One's own is changed under Account, with the current one.
            ...(own
              ? []
              : [
                  ...(user.disabled ? [] : [{ label: 'Send reset link', onChoose: () => onChoose('reset') }]),
                  { label: 'Set password', onChoose: () => onChoose('password') },
                  {
                    label: user.disabled ? 'Enable' : 'Disable',
                    onChoose: () => onChoose('disable'),
                    dangerous: !user.disabled,
                  },
                ]),
          ]}
        />
      </Table.Td>
    </Table.Tr>
  );
}
