import { type ApiKey, calls, keys } from '../../api/accounts.ts';
import { TextDialog } from '../../parts/text-dialog.tsx';

export function RenameApiKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  return (
    <TextDialog
      title="Rename this key"
      submit="Rename"
      refused="The key was not renamed"
      was={{ name: apiKey.name }}
      call={({ name }) => calls.changeApiKey(apiKey.id, { name })}
      refresh={[keys.apiKeys]}
      onClose={onClose}
    />
  );
}
