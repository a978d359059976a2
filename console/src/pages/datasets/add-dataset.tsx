import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { useChange } from '../../api/call-query.ts';
import { type BegunDataset, datasetCalls, datasetKeys } from '../../api/datasets.ts';
import { useFollow } from '../../api/follow.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { JobProgress } from '../../parts/job-progress.tsx';
import { Panel, ProblemNote } from '../../parts/panel.tsx';
import { DropZone, UploadProgress, useUpload } from '../../parts/upload.tsx';

interface Begun extends BegunDataset {
  readonly name: string;
}

const HINT = 'CSV, JSON lines, Parquet or XLSX, also in gzip or zip';

/** Sends files, then shows how far reading them is. Several may be read at once. */
export function AddDataset() {
  const [begun, setBegun] = useState<readonly Begun[]>([]);
  const [fromUrl, { open, close }] = useDisclosure(false);
  const add = (reply: BegunDataset, name: string) => setBegun((before) => [{ ...reply, name }, ...before]);
  const upload = useUpload(datasetCalls.upload, (reply, file) => add(reply, file.name));
  return (
    <Panel
      title="Add a dataset"
      aside={
        <Button size="xs" variant="default" onClick={open}>
          From a URL
        </Button>
      }
    >
      <Stack gap="md">
        <DropZone
          label="File of the new dataset"
          hint={HINT}
          onFile={upload.start}
          disabled={upload.sending !== undefined}
        />
        {upload.sending && <UploadProgress sending={upload.sending} onCancel={upload.cancel} />}
        <ProblemNote problem={upload.problem} title="The file was not sent" />
        {begun.map((one) => (
          <Reading key={one.statusId} begun={one} />
        ))}
      </Stack>
      {fromUrl && (
        <FromUrlDialog
          onClose={close}
          onBegun={(reply, url) => {
            add(reply, url);
            close();
          }}
        />
      )}
    </Panel>
  );
}

function Reading({ begun: { name, catalogId, statusId } }: { begun: Begun }) {
  const following = useFollow(statusId, { refresh: [datasetKeys.all] });
  if (following.job?.state !== 'done') {
    return <JobProgress of={following} what={`Reading ${name}`} refused={`${name} could not be read`} />;
  }
  return (
    <Text size="sm" role="status">
      {`${name} is ready. `}
      <Anchor component={Link} to={`/datasets/${catalogId}`}>
        Open its profile
      </Anchor>
    </Text>
  );
}

interface FromUrlDialogProps {
  readonly onClose: () => void;
  readonly onBegun: (reply: BegunDataset, url: string) => void;
}

function FromUrlDialog({ onClose, onBegun }: FromUrlDialogProps) {
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
