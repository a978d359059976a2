import { Badge, Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type CreatedPasswordReset, calls, keys, type User, type UserChange } from '../../api/accounts.ts';
import { fieldError } from '../../api/api-problem.ts';
import { useChange } from '../../api/call-query.ts';
import { SecretOnce } from '../../parts/copy-text.tsx';
import { DataTable, RowMenu } from '../../parts/data-table.tsx';
import { ConfirmDialog, FormDialog } from '../../parts/dialogs.tsx';
import { NewPassword } from '../../parts/passwords.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { type Person, PersonFields } from './person-fields.tsx';

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

function DisableUser({ user, onClose }: { user: User; onClose: () => void }) {
  const change = useChange((disabled: boolean) => calls.changeUser(user.id, { disabled }), {
    refresh: [keys.users],
    onDone: onClose,
  });
  const verb = user.disabled ? 'Enable' : 'Disable';
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`${verb} ${user.username}?`}
      confirm={`${verb} the account`}
      onConfirm={() => change.mutate(!user.disabled)}
      busy={change.isPending}
      problem={change.error}
    >
      {user.disabled
        ? 'The account can sign in again, and its API keys and token work again.'
        : 'The account can no longer sign in, and its sessions, API keys and token stop working at once. You can enable it again.'}
    </ConfirmDialog>
  );
}

function SetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const change = useChange((to: string) => calls.changeUser(user.id, { password: to }), {
    refresh: [keys.users],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Set the password of ${user.username}`}
      onClose={onClose}
      submit="Set password"
      onSubmit={() => change.mutate(password)}
      busy={change.isPending}
      problem={change.error}
      refused="The password was not changed"
    >
      <Text size="sm">The old password stops working at once. Tell the new one to nobody but its owner.</Text>
      <NewPassword
        label="New password"
        value={password}
        onChange={setPassword}
        username={user.username}
        error={fieldError(change.error, 'password')}
      />
    </FormDialog>
  );
}

const orNull = (text: string): string | null => (text === '' ? null : text);

function EditUser({ user, onClose }: { user: User; onClose: () => void }) {
  const [person, setPerson] = useState<Person>({
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    email: user.email ?? '',
    role: user.role,
  });
  const change = useChange((to: UserChange) => calls.changeUser(user.id, to), {
    refresh: [keys.users, keys.account],
    onDone: onClose,
  });
  const { role, firstName, lastName, email } = person;
  return (
    <FormDialog
      title={`Edit ${user.username}`}
      onClose={onClose}
      submit="Save"
      onSubmit={() =>
        change.mutate({ role, firstName: orNull(firstName), lastName: orNull(lastName), email: orNull(email) })
      }
      busy={change.isPending}
      problem={change.error}
      refused="Nothing was changed"
    >
      <PersonFields person={person} onChange={setPerson} problem={change.error} />
    </FormDialog>
  );
}

/** The owner of the account chooses the new password; nobody else ever knows it. */
function ResetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const create = useChange(calls.createPasswordReset);
  if (create.data) return <Created user={user} reset={create.data} onClose={onClose} />;
  return (
    <FormDialog
      title={`Reset the password of ${user.username}`}
      onClose={onClose}
      submit="Create reset link"
      onSubmit={() => create.mutate(user.id)}
      busy={create.isPending}
      problem={create.error}
      refused="The reset link was not created"
    >
      <Text size="sm">
        {user.username} chooses a new password with a one-time link, which is mailed when a mail server is set and the
        account has an e-mail address. The current password works until then.
      </Text>
    </FormDialog>
  );
}

interface CreatedProps {
  readonly user: User;
  readonly reset: CreatedPasswordReset;
  readonly onClose: () => void;
}

function Created({ user, reset, onClose }: CreatedProps) {
  return (
    <Modal opened onClose={onClose} title={`Reset link for ${user.username}`} size="lg">
      <Stack>
        <Text size="sm">
          {reset.sentTo === null
            ? `Hand this link to ${user.username}, and to nobody else.`
            : `The link was sent to ${reset.sentTo}.`}{' '}
          It works once, until <Timestamp iso={reset.expiresAt} />.
        </Text>
        {reset.link === null ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <SecretOnce secret={reset.link} what="reset link" onStored={onClose} />
        )}
      </Stack>
    </Modal>
  );
}
