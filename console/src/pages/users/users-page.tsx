import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';

import { useState } from 'react';
import { type CreatedPasswordReset, calls, keys, type Role, type User, useAccount } from '../../api/accounts.ts';
import { useChange } from '../../api/call-query.ts';
import { RowMenu } from '../../parts/actions.tsx';
import { SecretOnce } from '../../parts/copy-text.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ConfirmDialog, FormDialog, FormModal } from '../../parts/dialogs.tsx';
import { ChoiceField, TextField, useFields } from '../../parts/fields.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { NewPassword } from '../../parts/passwords.tsx';
import { Strong, Timestamp } from '../../parts/text.tsx';

export function UsersPage() {
  const account = useAccount();
  return (
    <ListPage
      title="Users"
      intro="Everybody in your organization. A disabled account keeps its work, but nothing of it opens any more."
      what="users"
      icon="user"
      list={(window) => calls.users(account.orgId, window)}
      empty="Create accounts for those who work with you."
      create={{
        label: 'Create user',
        needs: calls.createUser({ username: '', password: '' }),
        first: 'Create the first user',
        dialog: (close) => <CreateUser onClose={close} />,
      }}
    >
      {(rows) => <UserTable users={rows} ownId={account.uid} />}
    </ListPage>
  );
}

const NOBODY: Person = { firstName: '', lastName: '', email: '', role: 'user' };

/** Fields left empty are left out: the API takes a missing name, not a blank one. */
const definedOnly = ({ role, ...names }: Person) => ({
  ...Object.fromEntries(Object.entries(names).filter(([, text]) => text !== '')),
  role,
});

function CreateUser({ onClose }: { onClose: () => void }) {
  const account = useFields({ username: '', password: '' });
  const person = useFields(NOBODY);
  return (
    <FormDialog
      title="Create a user"
      onClose={onClose}
      submit="Create user"
      call={() => calls.createUser({ ...account.values, ...definedOnly(person.values) })}
      refresh={[keys.users]}
      refused="The user was not created"
    >
      <TextField label="Username" {...account.field('username')} autoComplete="off" required data-autofocus />
      <NewPassword label="First password" {...account.field('password')} username={account.values.username} />
      <PersonFields field={person.field} />
    </FormDialog>
  );
}

/** What can be done with an account. One's own is changed under Account, with the current password. */
const actionsOf = (user: User, own: boolean) => [
  { label: 'Edit', dialog: (close: () => void) => <EditUser user={user} onClose={close} /> },
  ...(own || user.disabled
    ? []
    : [{ label: 'Send reset link', dialog: (close: () => void) => <ResetPassword user={user} onClose={close} /> }]),
  ...(own
    ? []
    : [
        { label: 'Set password', dialog: (close: () => void) => <SetPassword user={user} onClose={close} /> },
        {
          label: user.disabled ? 'Enable' : 'Disable',
          dialog: (close: () => void) => <DisableUser user={user} onClose={close} />,
          dangerous: !user.disabled,
        },
      ]),
];

export function UserTable({ users, ownId }: { users: readonly User[]; ownId: string }) {
  return (
    <DataTable
      label="Users"
      rows={users}
      idOf={({ id }) => id}
      columns={[
        {
          name: 'Username',
          cell: ({ id, username, disabled }) => (
            <Group gap="xs">
              <Strong>{username}</Strong>
              {id === ownId && <Badge>you</Badge>}
              {disabled && <Badge color="gray">disabled</Badge>}
            </Group>
          ),
        },
        { name: 'Name', cell: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' ') },
        { name: 'E-mail', cell: ({ email }) => email },
        { name: 'Role', cell: ({ role }) => (role === 'admin' ? 'Administrator' : 'User') },
        { name: 'Created', cell: ({ createdAt }) => <Timestamp iso={createdAt} /> },
        { name: '', cell: (user) => <RowMenu of={user.username} actions={actionsOf(user, user.id === ownId)} /> },
      ]}
    />
  );
}

function DisableUser({ user, onClose }: { user: User; onClose: () => void }) {
  const verb = user.disabled ? 'Enable' : 'Disable';
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`${verb} ${user.username}?`}
      confirm={`${verb} the account`}
      call={calls.changeUser(user.id, { disabled: !user.disabled })}
      refresh={[keys.users]}
    >
      {user.disabled
        ? 'The account can sign in again, and its API keys and token work again.'
        : 'The account can no longer sign in, and its sessions, API keys and token stop working at once. You can enable it again.'}
    </ConfirmDialog>
  );
}

function SetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const [password, setPassword] = useState('');
  return (
    <FormDialog
      title={`Set the password of ${user.username}`}
      onClose={onClose}
      submit="Set password"
      call={() => calls.changeUser(user.id, { password: password })}
      refresh={[keys.users]}
      refused="The password was not changed"
    >
      <Text size="sm">The old password stops working at once. Tell the new one to nobody but its owner.</Text>
      <NewPassword
        label="New password"
        value={password}
        onChange={setPassword}
        username={user.username}
        field="password"
      />
    </FormDialog>
  );
}

const orNull = (text: string): string | null => (text === '' ? null : text);

function EditUser({ user, onClose }: { user: User; onClose: () => void }) {
  const { values, field } = useFields<Person>({
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    email: user.email ?? '',
    role: user.role,
  });
  const { role, firstName, lastName, email } = values;
  return (
    <FormDialog
      title={`Edit ${user.username}`}
      onClose={onClose}
      submit="Save"
      call={() =>
        calls.changeUser(user.id, {
          role,
          firstName: orNull(firstName),
          lastName: orNull(lastName),
          email: orNull(email),
        })
      }
      refresh={[keys.users, keys.account]}
      refused="Nothing was changed"
    >
      <PersonFields field={field} />
    </FormDialog>
  );
}

/** The owner of the account chooses the new password; nobody else ever knows it. */
function ResetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const create = useChange(calls.createPasswordReset);
  if (create.data) return <Created user={user} reset={create.data} onClose={onClose} />;
  return (
    <FormModal
      title={`Reset the password of ${user.username}`}
      onClose={onClose}
      submit="Create reset link"
      onSubmit={() => create.mutate(user.id)}
      change={create}
      refused="The reset link was not created"
    >
      <Text size="sm">
        {user.username} chooses a new password with a one-time link, which is mailed when a mail server is set and the
        account has an e-mail address. The current password works until then.
      </Text>
    </FormModal>
  );
}

function Created({ user, reset, onClose }: { user: User; reset: CreatedPasswordReset; onClose: () => void }) {
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

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: Role;
}

const roles: readonly { value: Role; label: string }[] = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Administrator' },
];

export const PersonFields = ({ field }: Pick<ReturnType<typeof useFields<Person>>, 'field'>) => (
  <>
    <Group grow align="flex-start">
      <TextField label="First name" description="Optional" {...field('firstName')} />
      <TextField label="Last name" description="Optional" {...field('lastName')} />
    </Group>
    <TextField label="E-mail" description="Optional" type="email" {...field('email')} />
    <ChoiceField
      label="Role"
      description="Administrators manage users, groups and settings"
      data={roles}
      {...field('role')}
    />
  </>
);
