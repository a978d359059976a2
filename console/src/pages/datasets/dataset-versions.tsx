import { Badge, Group, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callQuery, useChange } from '../../api/call-query.ts';
import { type DatasetItem, datasetCalls, datasetKeys } from '../../api/datasets.ts';
import { useFollow } from '../../api/follow.ts';
import { DataTable, RowMenu } from '../../parts/data-table.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { bytes, whole } from '../../parts/format.ts';
import { JobProgress } from '../../parts/job-progress.tsx';
import { Answer, Panel, ProblemNote } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { DropZone, UploadProgress, useUpload } from '../../parts/upload.tsx';
import { DatasetState } from './dataset-state.tsx';

export function DatasetVersions({ datasetId, shown }: { datasetId: string; shown: string }) {
  const versions = useQuery(callQuery(datasetCalls.versions(datasetId)));
  const [leaving, setLeaving] = useState<DatasetItem>();
  const remove = useChange((id: string) => datasetCalls.removeVersion(datasetId, id), {
    refresh: [datasetKeys.all],
    onDone: () => setLeaving(undefined),
  });
  return (
    <Stack gap="lg">
      <Panel title="Versions" intro="Projects and recipes can follow the latest version or stay with one of them.">
        <Answer of={versions} what="the versions">
          {({ data }) => (
            <DataTable
              label="Versions"
              columns={['Created', 'State', 'Rows', 'Size', 'By', '']}
              numeric={['Rows', 'Size']}
            >
              {data.map((version) => (
                <VersionRow
                  key={version.versionId}
                  version={version}
                  shown={version.versionId === shown}
                  onRemove={() => setLeaving(version)}
                />
              ))}
            </DataTable>
          )}
        </Answer>
      </Panel>
      <NewVersion datasetId={datasetId} />
      <ConfirmDialog
        opened={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title="Delete this version?"
        confirm="Delete the version"
        onConfirm={() => leaving && remove.mutate(leaving.versionId)}
        busy={remove.isPending}
        problem={remove.error}
      >
        Projects made of it keep their data. The version cannot be brought back.
      </ConfirmDialog>
    </Stack>
  );
}

function VersionRow({ version, shown, onRemove }: { version: DatasetItem; shown: boolean; onRemove: () => void }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Link
            to="/datasets/$datasetId"
            params={{ datasetId: version.datasetId }}
            search={version.isLatestVersion ? {} : { version: version.versionId }}
            className="row-link"
          >
            <Timestamp iso={version.creationDate} />
          </Link>
          {version.isLatestVersion && <Badge size="sm">latest</Badge>}
          {shown && (
            <Badge size="sm" color="gray">
              on screen
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        <DatasetState state={version.processingState} />
      </Table.Td>
      <Table.Td ta="right" className="number">
        {whole(version.rowCount)}
      </Table.Td>
      <Table.Td ta="right" className="number">
        {bytes(version.datasetSize)}
      </Table.Td>
      <Table.Td>{version.createdBy}</Table.Td>
      <Table.Td ta="right">
        <RowMenu
          of={`the version of ${version.creationDate}`}
          actions={[{ label: 'Delete', onChoose: onRemove, dangerous: true }]}
        />
      </Table.Td>
    </Table.Tr>
  );
}

function NewVersion({ datasetId }: { datasetId: string }) {
  const [statusId, setStatusId] = useState<string>();
  const upload = useUpload(
    (name) => datasetCalls.uploadVersion(datasetId, name),
    (reply) => setStatusId(reply.statusId),
  );
  const reading = useFollow(statusId, { refresh: [datasetKeys.all] });
  return (
    <Panel title="Add a version" intro="A newer file of the same table.">
      <Stack gap="md">
        <DropZone
          label="File of the new version"
          hint="It becomes the latest version once it is read"
          onFile={upload.start}
          disabled={upload.sending !== undefined}
        />
        {upload.sending && <UploadProgress sending={upload.sending} onCancel={upload.cancel} />}
        <ProblemNote problem={upload.problem} title="The file was not sent" />
        <JobProgress of={reading} what="Reading the new version" refused="The new version could not be read" />
      </Stack>
    </Panel>
  );
}
