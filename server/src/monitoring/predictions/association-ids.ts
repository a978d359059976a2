import { column, seriesIdAt } from '@almanac/engine';
import {
  type DeploymentRow,
  generatedId,
  type ModelPackageRow,
  type PredictionRecord,
  readRecordedRows,
  type SentRows,
  UnreadableRows,
} from '#deployments';

type Cells = ReadonlyMap<string, readonly unknown[]>;

/** Longer ones cannot be reported with an actual. */
export const LONGEST_ID = 128;
/** What the database cannot hold: a zero, and halves of characters. */
const UNSTORABLE = /[\0\ud800-\udfff]/u;
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);
/** Between the parts of an id that several columns make up together. */
const BETWEEN = '_';

/** Columns that tell which row a prediction was made for. */
export const idColumns = ({ settings }: DeploymentRow): readonly string[] => settings.associationId.columnNames ?? [];

/** The id of each answered row; null for rows without one. Empty where the deployment has no ids. */
export function idsOfAnswers(
  monitored: { readonly deployment: DeploymentRow; readonly model: ModelPackageRow },
  record: PredictionRecord,
  kept: Cells,
  series: RequestSeries | null = readRequestSeries(monitored.model, record, idColumns(monitored.deployment)),
): readonly (string | null)[] {
  const columns = idColumns(monitored.deployment);
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
  return id.length > LONGEST_ID || !isStorable(id) ? null : id;
}

/** Undefined for rows that cannot be read: they were refused when they were sent. */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableRows) return undefined;
    throw error;
  }
}

/** The rows a forecast was asked with, and which of them each forecast is about. */
export interface RequestSeries {
  /** Milliseconds since 1970, row by row. */
  readonly times: Float64Array;
  /** For each forecast the row that was sent for its time and series; -1 where there was none. */
  readonly rowOf: Int32Array;
  readonly kept: SentRows['kept'];
}

/** Null for what is no forecast. `kept`: columns that are wanted as they were written. */
export function readRequestSeries(
  { bundle }: Pick<ModelPackageRow, 'bundle'>,
  { input, answer }: PredictionRecord,
  kept: readonly string[],
): RequestSeries | null {
  const plan = bundle?.plan;
  const forecasts = answer?.forecasts;
  if (plan?.kind !== 'series' || input === undefined || forecasts === undefined) return null;
  const { dateColumn, idColumns } = plan.panel;
  const wanted = bundle?.columns.filter(({ name }) => name === dateColumn || idColumns.includes(name)) ?? [];
  const sent = readRecordedRows(input, { columns: wanted, kept });
  const dates = column(sent.frame, dateColumn);
  if (dates.kind !== 'date') return null;
  const seriesOf = seriesIdAt(sent.frame, idColumns);
  const rowAt = new Map<string, number>();
  for (let row = 0; row < sent.rows; row++) rowAt.set(`${dates.values[row]} ${seriesOf(row)}`, row);
  const rowOf = Int32Array.from(
    forecasts.series,
    (one, forecast) => rowAt.get(`${forecasts.times[forecast]} ${one}`) ?? -1,
  );
  return { times: Float64Array.from(dates.values), rowOf, kept: sent.kept };
}
