import { Badge, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { type DatasetItem, datasetCalls, datasetKeys } from '../../api/datasets.ts';
import { useFollow } from '../../api/follow.ts';
import { Allowed, RowLink, RowMenu } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { bytes, whole } from '../../parts/format.ts';
import { Panel, Reply } from '../../parts/panel.tsx';
import { Tag, Timestamp } from '../../parts/text.tsx';
import { JobProgress, UploadField } from '../../parts/upload.tsx';
import { DatasetState } from './dataset-state.tsx';

export function DatasetVersions({ datasetId, shown }: { datasetId: string; shown: string }) {
  return (
    <Stack gap="lg">
      <Panel title="Versions" intro="Projects and recipes can follow the latest version or stay with one of them.">
        <Reply to={datasetCalls.versions(datasetId)} what="the versions">
          {({ data }) => (
            <DataTable
              label="Versions"
              rows={data}
              idOf={({ versionId }) => versionId}
              columns={[
                { name: 'Created', cell: (one) => <VersionLink version={one} shown={one.versionId === shown} /> },
                { name: 'State', cell: ({ processingState }) => <DatasetState state={processingState} /> },
                { name: 'Rows', numeric: true, cell: ({ rowCount }) => whole(rowCount) },
                { name: 'Size', numeric: true, cell: ({ datasetSize }) => bytes(datasetSize) },
                { name: 'By', cell: ({ createdBy }) => createdBy },
                { name: '', cell: (version) => <VersionMenu version={version} /> },
              ]}
            />
          )}
        </Reply>
      </Panel>
      <Allowed needs={datasetCalls.uploadVersion(datasetId, '')}>
        <NewVersion datasetId={datasetId} />
      </Allowed>
    </Stack>
  );
}

function VersionLink({ version, shown }: { version: DatasetItem; shown: boolean }) {
  return (
    <Group gap="xs">
      <RowLink
        to="/datasets/$datasetId"
        params={{ datasetId: version.datasetId }}
        search={version.isLatestVersion ? {} : { version: version.versionId }}
        text={<Timestamp iso={version.creationDate} />}
      />
      {version.isLatestVersion && <Badge size="sm">latest</Badge>}
      {shown && <Tag>on screen</Tag>}
    </Group>
  );
}

function VersionMenu({ version: { datasetId, versionId, creationDate } }: { version: DatasetItem }) {
  return (
    <RowMenu
      of={`the version of ${creationDate}`}
      actions={[
        {
          label: 'Delete',
          needs: datasetCalls.removeVersion(datasetId, versionId),
          dangerous: true,
          dialog: (close) => (
            <ConfirmDialog
              onClose={close}
              title="Delete this version?"
              confirm="Delete the version"
              call={datasetCalls.removeVersion(datasetId, versionId)}
              refresh={[datasetKeys.all]}
            >
              Projects made of it keep their data. The version cannot be brought back.
            </ConfirmDialog>
          ),
        },
      ]}
    />
  );
}

function NewVersion({ datasetId }: { datasetId: string }) {
  const [statusId, setStatusId] = useState<string>();
  const reading = useFollow(statusId, { refresh: [datasetKeys.all] });
  return (
    <Panel title="Add a version" intro="A newer file of the same table.">
      <Stack gap="md">
        <UploadField
          label="File of the new version"
          hint="It becomes the latest version once it is read"
          call={(name) => datasetCalls.uploadVersion(datasetId, name)}
          onDone={(reply) => setStatusId(reply.statusId)}
        />
        <JobProgress of={reading} what="Reading the new version" refused="The new version could not be read" />
      </Stack>
    </Panel>
  );
}
