import { Group, Select, TextInput } from '@mantine/core';
import type { Role } from '../../api/accounts.ts';
import { fieldError } from '../../api/api-problem.ts';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: Role;
}

const roles: { value: Role; label: string }[] = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Administrator' },
];

interface PersonFieldsProps {
  readonly person: Person;
  readonly onChange: (person: Person) => void;
  readonly problem: unknown;
}

export function PersonFields({ person, onChange, problem }: PersonFieldsProps) {
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          label="First name"
          description="Optional"
          value={person.firstName}
          onChange={(event) => onChange({ ...person, firstName: event.currentTarget.value })}
          error={fieldError(problem, 'firstName')}
        />
        <TextInput
          label="Last name"
          description="Optional"
          value={person.lastName}
          onChange={(event) => onChange({ ...person, lastName: event.currentTarget.value })}
          error={fieldError(problem, 'lastName')}
        />
      </Group>
      <TextInput
        label="E-mail"
        description="Optional"
        type="email"
        value={person.email}
        onChange={(event) => onChange({ ...person, email: event.currentTarget.value })}
        error={fieldError(problem, 'email')}
      />
      <Select
        label="Role"
        description="Administrators manage users, groups and settings"
        data={roles}
        value={person.role}
        onChange={(role) => role && onChange({ ...person, role: role as Role })}
        allowDeselect={false}
        error={fieldError(problem, 'role')}
      />
    </>
  );
}
