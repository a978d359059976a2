import { TextInput } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calls, keys, queries } from '../../api/accounts.ts';
import { fieldError } from '../../api/api-problem.ts';
import { callQuery, useChange } from '../../api/call-query.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { ListPage, usePlace } from '../../parts/list-page.tsx';
import { NewPassword } from '../../parts/passwords.tsx';
import { type Person, PersonFields } from './person-fields.tsx';
import { UserTable } from './user-table.tsx';

export function UsersPage() {
  const { data: account } = useSuspenseQuery(queries.account());
  const place = usePlace();
  const users = useQuery(callQuery(calls.users(account.orgId, place.window)));
  return (
    <ListPage
      title="Users"
      intro="Everybody in your organization. A disabled account keeps its work, but nothing of it opens any more."
      calls={[calls.users(account.orgId, place.window)]}
      what="users"
      icon="user"
      of={users}
      place={place}
      empty="Create accounts for those who work with you."
      create={{
        label: 'Create user',
        first: 'Create the first user',
        dialog: (close) => <CreateUser onClose={close} />,
      }}
    >
      {(rows) => <UserTable users={rows} ownId={account.uid} />}
    </ListPage>
  );
}

const nobody: Person = { firstName: '', lastName: '', email: '', role: 'user' };

/** Fields left empty are left out: the API takes a missing name, not a blank one. */
const definedOnly = ({ role, ...names }: Person) => ({
  ...Object.fromEntries(Object.entries(names).filter(([, text]) => text !== '')),
  role,
});

function CreateUser({ onClose }: { onClose: () => void }) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [person, setPerson] = useState(nobody);
  const create = useChange(calls.createUser, { refresh: [keys.users], onDone: onClose });
  return (
    <FormDialog
      title="Create a user"
      onClose={onClose}
      submit="Create user"
      onSubmit={() => create.mutate({ username, password, ...definedOnly(person) })}
      busy={create.isPending}
      problem={create.error}
      refused="The user was not created"
    >
      <TextInput
        label="Username"
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
        autoComplete="off"
        required
        data-autofocus
        error={fieldError(create.error, 'username')}
      />
      <NewPassword
        label="First password"
        value={password}
        onChange={setPassword}
        username={username}
        error={fieldError(create.error, 'password')}
      />
      <PersonFields person={person} onChange={setPerson} problem={create.error} />
    </FormDialog>
  );
}
