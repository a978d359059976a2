import { Button, Select, Stack, Table } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { begin, useFollow } from '../../../api/follow.ts';
import { modelsKey } from '../../../api/models.ts';
import {
  modelPredictionCalls,
  type PredictionDataset,
  projectKeys,
  type StoredPredictions,
} from '../../../api/projects.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { whole } from '../../../parts/format.ts';
import { JobProgress } from '../../../parts/job-progress.tsx';
import { Answer, EmptyState, Panel, ProblemNote } from '../../../parts/panel.tsx';
import { Timestamp } from '../../../parts/timestamp.tsx';
import { DropZone, UploadProgress, useUpload } from '../../../parts/upload.tsx';
import { ModelFrame, type ShownModel } from '../model-frame.tsx';
import { PredictedRows } from './predicted-rows.tsx';

export function PredictionsPage() {
  const { shown: id } = useSearch({ from: '/signed-in/projects/$projectId/models/$modelId/predictions' });
  return (
    <ModelFrame
      part="Predictions"
      calls={(about) => [
        modelPredictionCalls.datasets(about.projectId),
        modelPredictionCalls.list(about.projectId, about.modelId),
      ]}
    >
      {(shown) => (
        <>
          <Upload {...shown} />
          <Datasets {...shown} />
          {id !== undefined && <PredictedRows {...shown} id={id} />}
        </>
      )}
    </ModelFrame>
  );
}

function Upload({ about: { projectId }, project }: ShownModel) {
  const [status, setStatus] = useState<string>();
  const upload = useUpload(
    (name) => modelPredictionCalls.upload(projectId, name),
    ({ statusId }) => setStatus(statusId),
  );
  const read = useFollow(status, { refresh: [projectKeys.one(projectId)] });
  return (
    <Panel
      title="Data to predict on"
      intro={
        project.partition.useTimeSeries
          ? 'The newest rows of each series, and the future values of what is known in advance.'
          : 'Rows with the same columns as the data it learned from; the target may be missing.'
      }
    >
      <Stack>
        <DropZone
          label="Data to predict on"
          hint="CSV, Parquet or XLSX"
          onFile={(file) => upload.start(file)}
          disabled={upload.sending !== undefined}
        />
        {upload.sending && <UploadProgress sending={upload.sending} onCancel={upload.cancel} />}
        <ProblemNote problem={upload.problem} title="The file was not taken" />
        <JobProgress of={read} what="Reading the file" refused="The file was not read" />
      </Stack>
    </Panel>
  );
}

function Datasets(shown: ShownModel) {
  const { about } = shown;
  const datasets = useQuery(callQuery(modelPredictionCalls.datasets(about.projectId)));
  const made = useQuery(callQuery(modelPredictionCalls.list(about.projectId, about.modelId)));
  return (
    <Panel title="Predictions">
      <Answer of={datasets} what="the data">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="dataset" title="No data to predict on yet">
              Upload a file above. Every model of this project can then predict on it.
            </EmptyState>
          ) : (
            <DataTable
              label="Data to predict on"
              columns={['Data', 'Rows', 'Uploaded', 'Predictions']}
              numeric={['Rows']}
            >
              {data.map((one) => (
                <DatasetRow
                  key={one.id}
                  {...shown}
                  dataset={one}
                  made={made.data?.data.find(({ predictionDatasetId }) => predictionDatasetId === one.id)}
                />
              ))}
            </DataTable>
          )
        }
      </Answer>
    </Panel>
  );
}

const INTERVALS = ['80', '90', '95'];

interface DatasetRowProps extends ShownModel {
  readonly dataset: PredictionDataset;
  readonly made: StoredPredictions | undefined;
}

function DatasetRow({ about, project, dataset, made }: DatasetRowProps) {
  const navigate = useNavigate({ from: '/projects/$projectId/models/$modelId/predictions' });
  const [size, setSize] = useState('80');
  const series = project.partition.useTimeSeries;
  const ask = useMutation({
    mutationFn: () =>
      begin(
        modelPredictionCalls.request(about.projectId, {
          modelId: about.modelId,
          datasetId: dataset.id,
          ...(series ? { includePredictionIntervals: true, predictionIntervalsSize: Number(size) } : {}),
        }),
      ),
  });
  const followed = useFollow(ask.data?.follow, { refresh: [modelsKey(about.projectId)] });
  return (
    <Table.Tr>
      <Table.Td fw={500}>{dataset.name}</Table.Td>
      <Table.Td ta="right" className="number">
        {whole(dataset.numRows)}
      </Table.Td>
      <Table.Td>
        <Timestamp iso={dataset.created} />
      </Table.Td>
      <Table.Td>
        {made ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Show predictions on ${dataset.name}`}
            onClick={() => void navigate({ search: { shown: made.id }, resetScroll: false })}
          >
            Show
          </Button>
        ) : (
          <Stack gap={6} align="flex-start">
            {series && (
              <Select
                aria-label={`Interval for ${dataset.name}`}
                size="xs"
                w={130}
                data={INTERVALS.map((one) => ({ value: one, label: `${one} % interval` }))}
                value={size}
                allowDeselect={false}
                onChange={(one) => one && setSize(one)}
              />
            )}
            <Button
              size="compact-xs"
              loading={ask.isPending}
              aria-label={`Predict on ${dataset.name}`}
              onClick={() => ask.mutate()}
            >
              Predict
            </Button>
            <ProblemNote problem={ask.error} title="It did not predict" />
            <JobProgress of={followed} what="Predicting" />
          </Stack>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
