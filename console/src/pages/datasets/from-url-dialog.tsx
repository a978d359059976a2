import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { type BegunDataset, datasetCalls, datasetKeys } from '../../api/datasets.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

interface FromUrlDialogProps {
  readonly onClose: () => void;
  readonly onBegun: (reply: BegunDataset, url: string) => void;
}

export function FromUrlDialog({ onClose, onBegun }: FromUrlDialogProps) {
  const [url, setUrl] = useState('');
  const fetching = useChange(datasetCalls.fromUrl, { refresh: [datasetKeys.all], onDone: onBegun });
  return (
    <FormDialog
      title="Dataset from a URL"
      onClose={onClose}
      submit="Fetch it"
      onSubmit={() => fetching.mutate(url)}
      busy={fetching.isPending}
      problem={fetching.error}
      refused="Nothing was fetched"
    >
      <TextInput
        label="Address of the file"
        description="The server fetches it. Addresses inside your network must be allowed by an administrator."
        type="url"
        placeholder="https://"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        required
        data-autofocus
        error={fieldError(fetching.error, 'url')}
      />
    </FormDialog>
  );
}
