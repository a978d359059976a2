import { Group } from '@mantine/core';
import type { Role } from '../../api/accounts.ts';
import { ChoiceField, TextField, type useFields } from '../../parts/fields.tsx';

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
