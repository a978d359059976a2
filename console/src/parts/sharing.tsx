import { Button, Group, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../api/accounts.ts';
import { useChange } from '../api/call-query.ts';
import { ownAccessKey, useMay } from '../api/own-access.ts';
import {
  type RoleChange,
  type SharedRole,
  sharingCalls,
  sharingKey,
  sharingNeeds,
  sharingQuery,
} from '../api/sharing.ts';
import { RowButton } from './actions.tsx';
import { DataTable } from './data-table.tsx';
import { SubmitForm } from './dialogs.tsx';
import { ChoiceField, TextField, useFields } from './fields.tsx';
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
  const { uid } = useAccount();
  const mayShare = useMay(sharingNeeds(path));
  const change = useChange((role: RoleChange) => sharingCalls.change(path, role), {
    refresh: [sharingKey(path), ownAccessKey],
  });
  const give = ({ id, shareRecipientType }: SharedRole, role: string) =>
    change.mutate({ id, shareRecipientType, role });
  return (
    <Stack>
      {mayShare && (
        <AddPerson
          roles={roles}
          busy={change.isPending}
          onAdd={(name, type, role, onDone) =>
            change.mutate({ name, shareRecipientType: type, role }, { onSuccess: onDone })
          }
        />
      )}
      <ProblemNote problem={change.error} title="Nothing was changed" />
      <Answer of={shared} what="who has it">
        {({ data }) => (
          <DataTable
            label="Shared with"
            minWidth={420}
            rows={data}
            idOf={({ id }) => id}
            columns={[
              { name: 'Who', fw: 500, cell: ({ name }) => name },
              { name: 'Kind', cell: ({ shareRecipientType: type }) => (type === 'user' ? 'person' : type) },
              {
                name: 'Role',
                cell: (one) => (
                  <ChoiceField
                    readOnly={!mayShare}
                    size="xs"
                    w={130}
                    aria-label={`Role of ${one.name}`}
                    data={roles}
                    value={one.role}
                    onChange={(role) => give(one, role)}
                  />
                ),
              },
              {
                name: '',
                cell: (one) => (
                  <RowButton
                    label="Remove"
                    of={one.name}
                    // Everybody may give up their own role.
                    needs={one.id === uid ? undefined : sharingNeeds(path)}
                    onClick={() => give(one, NOBODY)}
                  />
                ),
              },
            ]}
          />
        )}
      </Answer>
    </Stack>
  );
}

interface AddPersonProps {
  readonly roles: readonly RoleName[];
  readonly busy: boolean;
  readonly onAdd: (name: string, type: SharedRole['shareRecipientType'], role: string, onDone: () => void) => void;
}

function AddPerson({ roles, busy, onAdd }: AddPersonProps) {
  const { values, set, field } = useFields({
    name: '',
    type: 'user' as SharedRole['shareRecipientType'],
    role: 'CONSUMER',
  });
  const { name, type, role } = values;
  return (
    <SubmitForm onSubmit={() => onAdd(name, type, role, () => set({ name: '' }))}>
      <Group align="flex-end" gap="xs">
        <TextField label={type === 'group' ? 'Group' : 'Username'} size="xs" flex={1} {...field('name')} required />
        <ChoiceField label="Kind" size="xs" w={100} data={KINDS} {...field('type')} />
        <ChoiceField label="Role" size="xs" w={120} data={roles} {...field('role')} />
        <Button type="submit" size="xs" loading={busy}>
          Share
        </Button>
      </Group>
    </SubmitForm>
  );
}

const KINDS = [
  { value: 'user', label: 'Person' },
  { value: 'group', label: 'Group' },
] as const;

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
