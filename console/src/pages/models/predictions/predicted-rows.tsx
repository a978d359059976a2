import { Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useCall } from '../../../api/call-query.ts';
import { modelPredictionCalls, type Predicted } from '../../../api/projects.ts';
import { HeadButton } from '../../../parts/actions.tsx';
import { type BigColumn, BigTable, numberColumn } from '../../../parts/big-table.tsx';
import { download } from '../../../parts/copy-text.tsx';
import { ChoiceField } from '../../../parts/fields.tsx';
import { figure } from '../../../parts/format.ts';
import { Answer, Panel } from '../../../parts/panel.tsx';
import { BandChart, when } from '../accuracy/band-chart.tsx';
import type { ShownModel } from '../model-frame.tsx';
import { asCsv } from './as-csv.ts';

type Row = Predicted['predictions'][number];

const answerText = (value: number | string): string => (typeof value === 'number' ? figure(value) : value);

/** Predictions as a table, and as a file. */
export function PredictedRows({ about, project, id }: ShownModel & { readonly id: string }) {
  const predicted = useCall(modelPredictionCalls.one(about.projectId, id));
  const series = project.partition.useTimeSeries;
  const columns = useMemo((): readonly BigColumn<Row>[] => {
    const number = (name: string, read: (row: Row) => number | null | undefined) => numberColumn(name, read, figure);
    return [
      ...(series
        ? [
            { name: 'Series', by: (row: Row) => row.seriesId ?? '', cell: (row: Row) => row.seriesId ?? '–' },
            {
              name: 'Time',
              by: (row: Row) => row.timestamp ?? '',
              cell: (row: Row) => (row.timestamp ? when(row.timestamp) : '–'),
            },
            number('Ahead', (row) => row.forecastDistance),
          ]
        : [number('Row', (row) => row.rowId)]),
      {
        name: `Predicted ${project.target ?? ''}`,
        numeric: true,
        by: ({ prediction }) => prediction,
        cell: ({ prediction }) => answerText(prediction),
      },
      ...(project.targetType === 'Binary' ? [number('Probability', (row) => row.positiveProbability)] : []),
      ...(series
        ? [
            number('Low', (row) => row.predictionIntervalLowerBound),
            number('High', (row) => row.predictionIntervalUpperBound),
          ]
        : []),
    ];
  }, [project, series]);
  return (
    <Panel
      title="Predicted"
      aside={
        predicted.data && (
          <HeadButton
            label="Download as CSV"
            onClick={() => download(new Blob([asCsv(predicted.data.predictions)], { type: 'text/csv' }), `${id}.csv`)}
          />
        )
      }
    >
      <Answer of={predicted} what="the predictions">
        {({ predictions }) => (
          <Stack>
            {series && <PredictedSeries rows={predictions} target={project.target ?? ''} />}
            <BigTable
              label="Predictions"
              rows={predictions}
              columns={columns}
              idOf={(row) => `${row.rowId} ${row.seriesId ?? ''} ${row.timestamp ?? ''}`}
            />
          </Stack>
        )}
      </Answer>
    </Panel>
  );
}

type SeriesRow = Predicted['predictions'][number];

const MOST = 200;
const ONE = 'the series';

const number = (value: number | string | null | undefined): number | null => (typeof value === 'number' ? value : null);

/** The forecasts of one series, with the interval the model itself gives. */
function PredictedSeries({ rows, target }: { rows: readonly SeriesRow[]; target: string }) {
  const names = useMemo(() => [...new Set(rows.map(({ seriesId }) => seriesId ?? ONE))], [rows]);
  const [chosen, setChosen] = useState(names[0] ?? ONE);
  const points = useMemo(
    () =>
      rows
        .filter(({ seriesId }) => (seriesId ?? ONE) === chosen)
        .map((row) => ({
          time: when(row.timestamp ?? String(row.rowId)),
          actual: null,
          predicted: number(row.prediction),
          low: number(row.predictionIntervalLowerBound),
          high: number(row.predictionIntervalUpperBound),
        })),
    [rows, chosen],
  );
  return (
    <Stack>
      {names.length > 1 && (
        <ChoiceField
          label="Series"
          size="xs"
          maw={260}
          searchable
          limit={MOST}
          data={names}
          value={chosen}
          onChange={setChosen}
        />
      )}
      <BandChart label={`Forecast of ${target} of ${chosen}`} points={points} band="Interval" />
    </Stack>
  );
}
