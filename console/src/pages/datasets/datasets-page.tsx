import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type BegunDataset, type DatasetItem, datasetCalls, datasetKeys, pollReading } from '../../api/datasets.ts';
import { useFollow } from '../../api/follow.ts';
import { HeadButton, RowLink } from '../../parts/actions.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { bytes, whole } from '../../parts/format.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Tag, Timestamp } from '../../parts/text.tsx';
import { JobProgress, UploadField } from '../../parts/upload.tsx';
import { categoryText, DatasetState } from './dataset-state.tsx';

export function DatasetsPage() {
  return (
    <ListPage
      title="Datasets"
      intro="Tables to learn from and to predict on. Each keeps its versions, and every column is profiled once."
      what="datasets"
      icon="dataset"
      list={datasetCalls.list}
      poll={pollReading}
      calls={[datasetCalls.upload('sales.csv')]}
      searches="names, descriptions and tags"
      empty="Drop a file above, or let the server fetch one from a URL."
      above={<AddDataset />}
    >
      {(rows) => (
        <DataTable
          label="Datasets"
          minWidth={760}
          rows={rows}
          idOf={(dataset) => dataset.datasetId}
          columns={columns}
        />
      )}
    </ListPage>
  );
}

const columns: readonly Column<DatasetItem>[] = [
  {
    name: 'Name',
    cell: (dataset) => (
      <Group gap="xs">
        <RowLink to="/datasets/$datasetId" params={{ datasetId: dataset.datasetId }} text={dataset.name} />
        {dataset.categories.map((category) => (
          <Tag key={category}>{categoryText(category)}</Tag>
        ))}
      </Group>
    ),
  },
  { name: 'State', cell: (dataset) => <DatasetState state={dataset.processingState} /> },
  { name: 'Rows', numeric: true, cell: (dataset) => whole(dataset.rowCount) },
  { name: 'Size', numeric: true, cell: (dataset) => bytes(dataset.datasetSize) },
  { name: 'By', cell: (dataset) => dataset.createdBy },
  { name: 'Created', cell: (dataset) => <Timestamp iso={dataset.creationDate} /> },
];

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
