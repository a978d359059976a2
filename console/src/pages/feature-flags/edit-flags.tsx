import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { calls, keys, type Permission, type User } from '../../api/accounts.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

interface EditFlagsProps {
  readonly user: User;
  readonly flags: readonly Permission[];
  readonly onClose: () => void;
}

export function EditFlags({ user, flags, onClose }: EditFlagsProps) {
  const [held, setHeld] = useState<string[]>([...user.permissions]);
  const save = useChange((permissions: readonly string[]) => calls.changeUser(user.id, { permissions }), {
    refresh: [keys.users, keys.account],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Feature flags of ${user.username}`}
      onClose={onClose}
      submit="Save"
      onSubmit={() => save.mutate(held)}
      busy={save.isPending}
      problem={save.error}
      refused="Nothing was changed"
    >
      <Checkbox.Group value={held} onChange={setHeld} label="What this account may use">
        <Stack gap="sm" mt="xs">
          {flags.map(({ name, title, about }) => (
            <Checkbox key={name} value={name} label={title} description={about} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  );
}
