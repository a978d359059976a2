import { type DeploymentRow, generatedId, type PredictionRecord } from '#deployments';
import type { Watched } from '../ingest/monitored-models.ts';
import { type SentSeries, sentSeries } from './sent-series.ts';

type Cells = ReadonlyMap<string, readonly unknown[]>;

/** Longer ones cannot be reported with an actual. */
export const LONGEST_ID = 128;
/** What the database cannot hold: a zero, and halves of characters. */
const UNKEEPABLE = /[\0\ud800-\udfff]/u;
export const isKeepable = (text: string): boolean => !UNKEEPABLE.test(text);
/** Between the parts of an id that several columns make up together. */
const BETWEEN = '_';

/** Columns that tell which row a prediction was made for. */
export const idColumns = ({ settings }: DeploymentRow): readonly string[] => settings.associationId.columnNames ?? [];

/** The id of each answered row; null for rows without one. Empty where the deployment has no ids. */
export function idsOfAnswers(
  watched: Pick<Watched, 'deployment' | 'model'>,
  record: PredictionRecord,
  kept: Cells,
  series: SentSeries | null = sentSeries(watched.model, record, idColumns(watched.deployment)),
): readonly (string | null)[] {
  const columns = idColumns(watched.deployment);
  const { answer, input } = record;
  if (columns.length === 0 || answer === undefined || input === undefined) return [];
  const { forecasts, idPrefix } = answer;
  if (forecasts === undefined) return idsOfRows(kept, columns, idPrefix, answer.values.length / answer.width);
  if (series === null) return [];
  // A forecast has the id of the row that was sent for its time and series.
  return Array.from(series.rowOf, (row, forecast) => {
    const parts = columns.map((name) => series.kept.get(name)?.[row] ?? '');
    return idOf(parts, idPrefix, forecast);
  });
}

/** `idPrefix`: rows without an id have been given one. `answered`: so many rows, whether or not they have the column. */
export function idsOfRows(kept: Cells, columns: readonly string[], idPrefix?: string, answered = 0): (string | null)[] {
  const cells = columns.map((name) => kept.get(name));
  const rows = cells.includes(undefined) ? (idPrefix === undefined ? 0 : answered) : (cells[0]?.length ?? 0);
  return Array.from({ length: rows }, (_, row) =>
    idOf(
      cells.map((cell) => cell?.[row] ?? ''),
      idPrefix,
      row,
    ),
  );
}

function idOf(parts: readonly unknown[], idPrefix: string | undefined, row: number): string | null {
  if (parts.includes('')) return idPrefix === undefined ? null : generatedId(idPrefix, row);
  const id = parts.map(String).join(BETWEEN);
  return id.length > LONGEST_ID || !isKeepable(id) ? null : id;
}
