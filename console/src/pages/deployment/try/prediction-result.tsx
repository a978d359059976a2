import { Stack, Table, Text } from '@mantine/core';
import { useCallback } from 'react';
import type { PredictionAnswer, PredictionRow } from '../../../api/deployments.ts';
import { Chart } from '../../../parts/chart/chart.tsx';
import type { Palette } from '../../../parts/chart/palette.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { figure, inUtc, share } from '../../../parts/format.ts';
import { Panel } from '../../../parts/panel.tsx';
import { columnsOf, intervalOf } from './result-columns.ts';

const MOST = 500;

/** What came back, row by row; of time series also as a picture. */
export function PredictionResult({ answer, target }: { answer: PredictionAnswer; target: string }) {
  const { data } = answer;
  const [first] = data;
  if (first === undefined) return <Text size="sm">Nothing came back: no row could be forecast.</Text>;
  const columns = columnsOf(first, target);
  const numeric = columns.filter((name) => name !== 'Series' && name !== 'Time' && name !== 'Top reasons');
  return (
    <Panel
      title="Result"
      intro={`${data.length} ${data.length === 1 ? 'row' : 'rows'}${data.length > MOST ? `, the first ${MOST} shown` : ''}`}
    >
      {first.timestamp !== undefined && data.length > 1 && <ForecastChart rows={data} target={target} />}
      <DataTable label="Predictions" columns={columns} numeric={numeric} minWidth={520}>
        {data.slice(0, MOST).map((row) => (
          <ResultRow key={row.rowId} row={row} columns={columns} />
        ))}
      </DataTable>
    </Panel>
  );
}

const answerText = (prediction: PredictionRow['prediction']): string =>
  typeof prediction === 'number' ? figure(prediction) : (prediction ?? '–');

function ResultRow({ row, columns }: { row: PredictionRow; columns: readonly string[] }) {
  const interval = intervalOf(row);
  const number = { ta: 'right', className: 'number' } as const;
  return (
    <Table.Tr>
      <Table.Td {...number}>{row.rowId + 1}</Table.Td>
      {columns.includes('Series') && <Table.Td>{row.seriesId}</Table.Td>}
      {row.timestamp !== undefined && <Table.Td>{inUtc(row.timestamp)}</Table.Td>}
      <Table.Td {...number} fw={600}>
        {answerText(row.prediction)}
      </Table.Td>
      {row.predictionValues.length > 1 &&
        row.predictionValues.map(({ label, value }) => (
          <Table.Td key={String(label)} {...number}>
            {share(value)}
          </Table.Td>
        ))}
      {interval && (
        <>
          <Table.Td {...number}>{figure(interval.low)}</Table.Td>
          <Table.Td {...number}>{figure(interval.high)}</Table.Td>
        </>
      )}
      {row.predictionExplanations && (
        <Table.Td>
          <Explanations of={row.predictionExplanations} />
        </Table.Td>
      )}
    </Table.Tr>
  );
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
    ({ dimmed, grid, series: colors }: Palette) => {
      const names = [...new Set(rows.map(({ seriesId }) => seriesId ?? target))].slice(0, MOST_SERIES);
      const shown = names.map((name) => [name, rows.filter(({ seriesId }) => (seriesId ?? target) === name)] as const);
      return {
        xAxis: { type: 'time' as const, axisLabel: { color: dimmed, hideOverlap: true } },
        yAxis: {
          type: 'value' as const,
          scale: true,
          axisLabel: { color: dimmed },
          splitLine: { lineStyle: { color: grid } },
        },
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
