import { useSuspenseQuery } from '@tanstack/react-query';
import { calls, keys, queries } from '../../api/accounts.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField, useFields } from '../../parts/fields.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { NewPassword } from '../../parts/passwords.tsx';
import { type Person, PersonFields } from './person-fields.tsx';
import { UserTable } from './user-table.tsx';

export function UsersPage() {
  const { data: account } = useSuspenseQuery(queries.account());
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
