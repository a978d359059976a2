import { Stack, Table, Text } from '@mantine/core';
import type { PredictionAnswer, PredictionRow } from '../../../api/deployments.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { figure, share } from '../../../parts/format-number.ts';
import { inUtc } from '../../../parts/format-time.ts';
import { Panel } from '../../../parts/panel.tsx';
import { ForecastChart } from './forecast-chart.tsx';
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
