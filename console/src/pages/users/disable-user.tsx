import { calls, keys, type User } from '../../api/accounts.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';

export function DisableUser({ user, onClose }: { user: User; onClose: () => void }) {
  const change = useChange((disabled: boolean) => calls.changeUser(user.id, { disabled }), {
    refresh: [keys.users],
    onDone: onClose,
  });
  const verb = user.disabled ? 'Enable' : 'Disable';
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`${verb} ${user.username}?`}
      confirm={`${verb} the account`}
      onConfirm={() => change.mutate(!user.disabled)}
      busy={change.isPending}
      problem={change.error}
    >
      {user.disabled
        ? 'The account can sign in again, and its API keys and token work again.'
        : 'The account can no longer sign in, and its sessions, API keys and token stop working at once. You can enable it again.'}
    </ConfirmDialog>
  );
}
