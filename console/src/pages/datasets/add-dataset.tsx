import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type BegunDataset, datasetCalls, datasetKeys } from '../../api/datasets.ts';
import { useFollow } from '../../api/follow.ts';
import { HeadButton } from '../../parts/actions.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { JobProgress } from '../../parts/job-progress.tsx';
import { Panel } from '../../parts/panel.tsx';
import { UploadField } from '../../parts/upload.tsx';

type Begun = BegunDataset & { readonly name: string };

/** Sends files, then shows how far reading them is. Several may be read at once. */
export function AddDataset() {
  const [begun, setBegun] = useState<readonly Begun[]>([]);
  const add = (reply: BegunDataset, name: string) => setBegun((before) => [{ ...reply, name }, ...before]);
  return (
    <Panel
      title="Add a dataset"
      aside={<HeadButton label="From a URL" dialog={(close) => <FromUrlDialog onClose={close} onBegun={add} />} />}
    >
      <Stack gap="md">
        <UploadField
          label="File of the new dataset"
          hint="CSV, JSON lines, Parquet or XLSX, also in gzip or zip"
          call={datasetCalls.upload}
          onDone={(reply, file) => add(reply, file.name)}
        />
        {begun.map((one) => (
          <Reading key={one.statusId} begun={one} />
        ))}
      </Stack>
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
  return (
    <FormDialog
      title="Dataset from a URL"
      onClose={onClose}
      submit="Fetch it"
      call={() => datasetCalls.fromUrl(url)}
      refresh={[datasetKeys.all]}
      onDone={(reply) => {
        onBegun(reply, url);
        onClose();
      }}
      refused="Nothing was fetched"
    >
      <TextField
        label="Address of the file"
        description="The server fetches it. Addresses inside your network must be allowed by an administrator."
        type="url"
        placeholder="https://"
        value={url}
        onChange={setUrl}
        required
        data-autofocus
        field="url"
      />
    </FormDialog>
  );
}
