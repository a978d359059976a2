import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { calls } from '../../api/calls.ts';
import { keys } from '../../api/keys.ts';
import type { ApiKey } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

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
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        data-autofocus
        error={fieldError(rename.error, 'name')}
      />
    </FormDialog>
  );
}
