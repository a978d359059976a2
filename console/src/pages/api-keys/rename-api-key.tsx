import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { keys } from '../../api/keys.ts';
import type { ApiKey } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NameInput } from '../../parts/name-input.tsx';

export function RenameApiKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [name, setName] = useState(apiKey.name);
  const rename = useChange((newName: string) => calls.changeApiKey(apiKey.id, { name: newName }), {
    refresh: [keys.apiKeys],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Rename this key"
      onClose={onClose}
      submit="Rename"
      onSubmit={() => rename.mutate(name)}
      busy={rename.isPending}
      problem={rename.error}
      refused="The key was not renamed"
    >
      <NameInput value={name} onChange={setName} problem={rename.error} />
    </FormDialog>
  );
}
