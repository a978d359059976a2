import { column, type Frame, frame, numericColumn } from '@almanac/engine';
import { getRecorder, type PredictionRecord } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { csvOf } from '../deployments/deployments.fixtures.ts';
import { type ADeployment, aDeployment } from '../deployments/predictions/predictions.fixtures.ts';
import { ingestSegments } from './ingest/ingest-segments.ts';

export { type ADeployment, aDeployment };

interface Owner {
  readonly id: string;
  readonly organizationId: string;
}

/** A request of rows to a deployment, answered with these values. */
export function aRequest(
  owner: Owner,
  deployment: ADeployment,
  over: Partial<PredictionRecord> = {},
): PredictionRecord {
  return {
    organizationId: owner.organizationId,
    deploymentId: deployment.id,
    packageId: deployment.row.id,
    modelId: deployment.row.model_id,
    at: Date.UTC(2026, 0, 1, 10, 30),
    source: 'realtime',
    status: 200,
    rows: over.answer === undefined ? 0 : over.answer.values.length / over.answer.width,
    executionMs: 2,
    responseMs: 4,
    cacheHit: true,
    consumer: { userId: owner.id, name: 'ann', address: '10.0.0.1', host: 'almanac.local' },
    ...over,
  };
}

/** Rows the model learned from, as they are sent again, answered with a value each. */
export function rowsOf(
  table: Frame,
  rows: readonly number[],
  value: (row: number) => number,
): Pick<PredictionRecord, 'input' | 'answer'> {
  const bytes = new TextEncoder().encode(csvOf(table, rows));
  return { input: { format: 'csv', bytes }, answer: { width: 1, values: Float64Array.from(rows, value) } };
}

/** What a good model predicts for the housing data: close to its training predictions. */
export function usualPrices(table: Frame): (row: number) => number {
  const [size, colour] = [column(table, 'size'), column(table, 'colour')];
  if (size.kind !== 'numeric' || colour.kind !== 'categorical') throw new Error('no housing data');
  return (row) => 1000 * (size.values[row] ?? 0) + (colour.levels[colour.codes[row] ?? -1] === 'red' ? 20_000 : 0);
}

/** The table with a numeric column moved. */
export const shiftColumn = (table: Frame, name: string, by: number): Frame =>
  frame(
    table.columns.map((column) =>
      column.name === name && column.kind === 'numeric'
        ? numericColumn(
            name,
            Array.from(column.values, (value) => value + by),
          )
        : column,
    ),
  );

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Notes the records and waits until they are learned from. */
export async function ingestRecords(platform: Platform, records: readonly PredictionRecord[]): Promise<void> {
  const recorder = getRecorder(platform);
  for (const record of records) recorder.note(record);
  await recorder.settle();
  for (const id of new Set(records.map(({ organizationId }) => organizationId))) await ingestSegments(platform, id);
}
