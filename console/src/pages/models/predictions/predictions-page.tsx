import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../api/call-query.ts';
import { begin, useFollow } from '../../../api/follow.ts';
import { modelsKey } from '../../../api/models.ts';
import type { PredictionDataset, StoredPredictions } from '../../../api/projects.ts';
import { modelPredictionCalls, projectKeys } from '../../../api/projects.ts';
import { Allowed } from '../../../parts/actions.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { ChoiceField } from '../../../parts/fields.tsx';
import { whole } from '../../../parts/format.ts';
import { EmptyState, Panel, ProblemNote, Reply } from '../../../parts/panel.tsx';
import { Timestamp } from '../../../parts/text.tsx';
import { JobProgress, UploadField } from '../../../parts/upload.tsx';
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
        <UploadField
          label="Data to predict on"
          hint="CSV, Parquet or XLSX"
          call={(name) => modelPredictionCalls.upload(projectId, name)}
          onDone={({ statusId }) => setStatus(statusId)}
          refused="The file was not taken"
        />
        <JobProgress of={read} what="Reading the file" refused="The file was not read" />
      </Stack>
    </Panel>
  );
}

function Datasets(shown: ShownModel) {
  const { about } = shown;
  const made = useCall(modelPredictionCalls.list(about.projectId, about.modelId));
  return (
    <Panel title="Predictions">
      <Reply to={modelPredictionCalls.datasets(about.projectId)} what="the data">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="dataset" title="No data to predict on yet">
              Upload a file above. Every model of this project can then predict on it.
            </EmptyState>
          ) : (
            <DataTable
              label="Data to predict on"
              rows={data}
              idOf={({ id }) => id}
              columns={[
                { name: 'Data', fw: 500, cell: ({ name }) => name },
                { name: 'Rows', numeric: true, cell: ({ numRows }) => whole(numRows) },
                { name: 'Uploaded', cell: ({ created }) => <Timestamp iso={created} /> },
                {
                  name: 'Predictions',
                  cell: (dataset) => (
                    <PredictCell
                      {...shown}
                      dataset={dataset}
                      made={made.data?.data.find(({ predictionDatasetId }) => predictionDatasetId === dataset.id)}
                    />
                  ),
                },
              ]}
            />
          )
        }
      </Reply>
    </Panel>
  );
}

const INTERVALS = ['80', '90', '95'];

interface PredictCellProps extends ShownModel {
  readonly dataset: PredictionDataset;
  readonly made: StoredPredictions | undefined;
}

function PredictCell({ about, project, dataset, made }: PredictCellProps) {
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
  if (made) {
    return (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Show predictions on ${dataset.name}`}
        onClick={() => void navigate({ search: { shown: made.id }, resetScroll: false })}
      >
        Show
      </Button>
    );
  }
  return (
    <Allowed needs={{ object: 'project', id: about.projectId, need: 'use' }}>
      <Stack gap={6} align="flex-start">
        {series && (
          <ChoiceField
            aria-label={`Interval for ${dataset.name}`}
            size="xs"
            w={130}
            data={INTERVALS.map((one) => ({ value: one, label: `${one} % interval` }))}
            value={size}
            onChange={setSize}
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
    </Allowed>
  );
}
