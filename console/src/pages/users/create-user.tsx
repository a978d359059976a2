import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { calls, keys } from '../../api/accounts.ts';
import { fieldError } from '../../api/api-problem.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NewPassword } from '../../parts/new-password.tsx';
import { type Person, PersonFields } from './person-fields.tsx';

const nobody: Person = { firstName: '', lastName: '', email: '', role: 'user' };

/** Fields left empty are left out: the API takes a missing name, not a blank one. */
const definedOnly = ({ role, ...names }: Person) => ({
  ...Object.fromEntries(Object.entries(names).filter(([, text]) => text !== '')),
  role,
});

export function CreateUser({ onClose }: { onClose: () => void }) {
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
