import { calls } from '../../api/calls.ts';
import { keys } from '../../api/keys.ts';
import type { ApiKey } from '../../api/types.ts';
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
