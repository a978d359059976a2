import { Text } from '@mantine/core';
import { useState } from 'react';
import { calls, keys, type User } from '../../api/accounts.ts';
import { fieldError } from '../../api/api-problem.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NewPassword } from '../../parts/new-password.tsx';

export function SetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const change = useChange((to: string) => calls.changeUser(user.id, { password: to }), {
    refresh: [keys.users],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Set the password of ${user.username}`}
      onClose={onClose}
      submit="Set password"
      onSubmit={() => change.mutate(password)}
      busy={change.isPending}
      problem={change.error}
      refused="The password was not changed"
    >
      <Text size="sm">The old password stops working at once. Tell the new one to nobody but its owner.</Text>
      <NewPassword
        label="New password"
        value={password}
        onChange={setPassword}
        username={user.username}
        error={fieldError(change.error, 'password')}
      />
    </FormDialog>
  );
}
