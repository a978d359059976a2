import { Stack, Text } from '@mantine/core';
import { useCallback } from 'react';
import type { PredictionAnswer, PredictionRow } from '../../../api/deployments.ts';
import { Chart } from '../../../parts/chart/chart.tsx';
import { numberAxis, type Palette } from '../../../parts/chart/palette.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { figure, inUtc, share } from '../../../parts/format.ts';
import { Panel } from '../../../parts/panel.tsx';

const MOST = 500;

/** What came back, row by row; of time series also as a picture. */
export function PredictionResult({ answer, target }: { answer: PredictionAnswer; target: string }) {
  const { data } = answer;
  const [first] = data;
  if (first === undefined) return <Text size="sm">Nothing came back: no row could be forecast.</Text>;
  return (
    <Panel
      title="Result"
      intro={`${data.length} ${data.length === 1 ? 'row' : 'rows'}${data.length > MOST ? `, the first ${MOST} shown` : ''}`}
    >
      {first.timestamp !== undefined && data.length > 1 && <ForecastChart rows={data} target={target} />}
      <DataTable
        label="Predictions"
        minWidth={520}
        rows={data.slice(0, MOST)}
        idOf={({ rowId }) => String(rowId)}
        columns={columnsOf(first, target)}
      />
    </Panel>
  );
}

const answerText = (prediction: PredictionRow['prediction']): string =>
  typeof prediction === 'number' ? figure(prediction) : (prediction ?? '–');

/** The columns that such a row has. Settings allow one interval at most. */
function columnsOf(row: PredictionRow, target: string): readonly Column<PredictionRow>[] {
  const interval = intervalOf(row);
  const number = (name: string, cell: (one: PredictionRow) => string | number): Column<PredictionRow> => ({
    name,
    numeric: true,
    cell,
  });
  return [
    number('Row', ({ rowId }) => rowId + 1),
    ...(row.seriesId == null ? [] : [{ name: 'Series', cell: (one: PredictionRow) => one.seriesId }]),
    ...(row.timestamp === undefined
      ? []
      : [{ name: 'Time', cell: ({ timestamp }: PredictionRow) => timestamp && inUtc(timestamp) }]),
    { ...number(target, ({ prediction }) => answerText(prediction)), fw: 600 },
    ...(row.predictionValues.length > 1
      ? row.predictionValues.map(({ label }, at) =>
          number(`P(${label})`, ({ predictionValues }) => share(predictionValues[at]?.value)),
        )
      : []),
    ...(interval
      ? [
          number(`${interval.percent} % from`, (one) => figure(intervalOf(one)?.low)),
          number('to', (one) => figure(intervalOf(one)?.high)),
        ]
      : []),
    ...(row.predictionExplanations
      ? [{ name: 'Top reasons', cell: (one: PredictionRow) => <Explanations of={one.predictionExplanations ?? []} /> }]
      : []),
  ];
}

interface Interval {
  readonly percent: string;
  readonly low: number | null;
  readonly high: number | null;
}

function intervalOf({ predictionIntervals = {} }: PredictionRow): Interval | undefined {
  const [found] = Object.entries(predictionIntervals);
  return found && { percent: found[0], ...found[1] };
}

const valueText = (value: string | number | null): string =>
  typeof value === 'number' ? figure(value) : (value ?? 'missing');

function Explanations({ of }: { of: NonNullable<PredictionRow['predictionExplanations']> }) {
  return (
    <Stack gap={2}>
      {of.map(({ feature, featureValue, strength }) => (
        <Text key={feature} size="xs">
          {`${feature} = ${valueText(featureValue)}: ${strength !== null && strength > 0 ? '+' : ''}${figure(strength)}`}
        </Text>
      ))}
    </Stack>
  );
}

const MOST_SERIES = 6;

/** One line for each series, with its interval as a shade behind it. */
function ForecastChart({ rows, target }: { rows: readonly PredictionRow[]; target: string }) {
  const draw = useCallback(
    (palette: Palette) => {
      const { dimmed, series: colors } = palette;
      const names = [...new Set(rows.map(({ seriesId }) => seriesId ?? target))].slice(0, MOST_SERIES);
      const shown = names.map((name) => [name, rows.filter(({ seriesId }) => (seriesId ?? target) === name)] as const);
      return {
        xAxis: { type: 'time' as const, axisLabel: { color: dimmed, hideOverlap: true } },
        yAxis: { ...numberAxis(palette), scale: true },
        series: shown.flatMap(([name, points], at) => {
          const color = colors[at % colors.length] ?? '';
          const at80 = points.map((row) => ({ time: row.timestamp ?? '', ...intervalOf(row) }));
          const edge = {
            type: 'line' as const,
            showSymbol: false,
            lineStyle: { opacity: 0 },
            stack: `${name} interval`,
            stackStrategy: 'all' as const,
            silent: true,
            tooltip: { show: false },
          };
          return [
            {
              name,
              type: 'line' as const,
              symbolSize: 5,
              color,
              data: points.map((row) => [row.timestamp ?? '', Number(row.prediction)]),
            },
            // From the low bound up to the high one: the second line stands on the first.
            ...(points.some((row) => intervalOf(row))
              ? [
                  { ...edge, name: `${name}, low`, data: at80.map(({ time, low }) => [time, low ?? Number.NaN]) },
                  {
                    ...edge,
                    name: `${name}, high`,
                    areaStyle: { color, opacity: 0.16 },
                    data: at80.map(({ time, low, high }) => [time, (high ?? Number.NaN) - (low ?? Number.NaN)]),
                  },
                ]
              : []),
          ];
        }),
        legend: { top: 0, left: 0, data: shown.map(([name]) => name), textStyle: { color: dimmed } },
      };
    },
    [rows, target],
  );
  return <Chart label={`Forecast of ${target}`} draw={draw} height={260} />;
}
