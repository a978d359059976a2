import { type ApiKey, calls, keys } from '../../api/accounts.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';

export function RevokeApiKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = useChange(calls.revokeApiKey, { refresh: [keys.apiKeys], onDone: onClose });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Revoke "${apiKey.name}"?`}
      confirm="Revoke the key"
      onConfirm={() => revoke.mutate(apiKey.id)}
      busy={revoke.isPending}
      problem={revoke.error}
    >
      Whatever uses it is refused from this moment on. This cannot be undone, but you can create another key.
    </ConfirmDialog>
  );
}
