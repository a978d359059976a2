import { Button, Group, Modal, Select, Stack, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/call-query.ts';
import { type RoleChange, type SharedRole, sharingCalls, sharingKey, sharingQuery } from '../api/sharing.ts';
import { DataTable } from './data-table.tsx';
import { Answer, ProblemNote } from './panel.tsx';

interface RoleName {
  readonly value: string;
  readonly label: string;
}

/** From most to least. */
const usual: readonly RoleName[] = [
  { value: 'OWNER', label: 'Owner' },
  { value: 'EDITOR', label: 'Editor' },
  { value: 'CONSUMER', label: 'Consumer' },
];
const NOBODY = 'NO_ROLE';

/** Who has a thing, and with which role. Some things have other words for their roles. */
export function SharedWith({ path, roles = usual }: { path: string; roles?: readonly RoleName[] | undefined }) {
  const shared = useQuery(sharingQuery(path));
  const change = useChange((role: RoleChange) => sharingCalls.change(path, role), { refresh: [sharingKey(path)] });
  return (
    <Stack>
      <AddPerson
        roles={roles}
        busy={change.isPending}
        onAdd={(name, type, role, onDone) =>
          change.mutate({ name, shareRecipientType: type, role }, { onSuccess: onDone })
        }
      />
      <ProblemNote problem={change.error} title="Nothing was changed" />
      <Answer of={shared} what="who has it">
        {({ data }) => (
          <DataTable label="Shared with" columns={['Who', 'Kind', 'Role', '']} minWidth={420}>
            {data.map((one) => (
              <PersonRow
                key={one.id}
                person={one}
                roles={roles}
                onRole={(role) => change.mutate({ id: one.id, shareRecipientType: one.shareRecipientType, role })}
              />
            ))}
          </DataTable>
        )}
      </Answer>
    </Stack>
  );
}

interface PersonRowProps {
  readonly person: SharedRole;
  readonly roles: readonly RoleName[];
  readonly onRole: (role: string) => void;
}

function PersonRow({ person, roles, onRole }: PersonRowProps) {
  return (
    <Table.Tr>
      <Table.Td fw={500}>{person.name}</Table.Td>
      <Table.Td>{person.shareRecipientType === 'user' ? 'person' : person.shareRecipientType}</Table.Td>
      <Table.Td>
        <Select
          size="xs"
          w={130}
          aria-label={`Role of ${person.name}`}
          data={[...roles]}
          value={person.role}
          onChange={(role) => role && onRole(role)}
          allowDeselect={false}
        />
      </Table.Td>
      <Table.Td ta="right">
        <Button
          size="compact-xs"
          variant="subtle"
          className="danger"
          onClick={() => onRole(NOBODY)}
          aria-label={`Remove ${person.name}`}
        >
          Remove
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

interface AddPersonProps {
  readonly roles: readonly RoleName[];
  readonly busy: boolean;
  readonly onAdd: (name: string, type: SharedRole['shareRecipientType'], role: string, onDone: () => void) => void;
}

function AddPerson({ roles, busy, onAdd }: AddPersonProps) {
  const [name, setName] = useState('');
  const [type, setType] = useState<string | null>('user');
  const [role, setRole] = useState<string | null>('CONSUMER');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(name, type === 'group' ? 'group' : 'user', role ?? 'CONSUMER', () => setName(''));
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          label={type === 'group' ? 'Group' : 'Username'}
          size="xs"
          flex={1}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          required
        />
        <Select
          label="Kind"
          size="xs"
          w={100}
          data={[
            { value: 'user', label: 'Person' },
            { value: 'group', label: 'Group' },
          ]}
          value={type}
          onChange={setType}
          allowDeselect={false}
        />
        <Select
          label="Role"
          size="xs"
          w={120}
          data={[...roles]}
          value={role}
          onChange={setRole}
          allowDeselect={false}
        />
        <Button type="submit" size="xs" loading={busy}>
          Share
        </Button>
      </Group>
    </form>
  );
}

interface ShareDialogProps {
  readonly name: string;
  /** Of the shared thing, below `/api/v2/`: `datasets/6f.../`. */
  readonly path: string;
  /** Where they are not owner, editor and consumer. */
  readonly roles?: readonly RoleName[];
  readonly onClose: () => void;
}

export function ShareDialog({ name, path, roles, onClose }: ShareDialogProps) {
  return (
    <Modal opened onClose={onClose} title={`Share ${name}`} size="lg">
      <SharedWith path={path} roles={roles} />
    </Modal>
  );
}
