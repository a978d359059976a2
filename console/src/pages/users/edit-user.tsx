import { useState } from 'react';
import { calls, keys, type User, type UserChange } from '../../api/accounts.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { type Person, PersonFields } from './person-fields.tsx';

const orNull = (text: string): string | null => (text === '' ? null : text);

export function EditUser({ user, onClose }: { user: User; onClose: () => void }) {
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
