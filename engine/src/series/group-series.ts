import { EngineProblem } from '../core/engine-problem.ts';
import { type Column, column, type Frame } from '../frame/frame.ts';

/** Rows of one series, ascending in time (rows of equal time in table order). */
export interface SeriesRows {
  readonly id: string;
  readonly rows: Int32Array;
}

/** Splits a table into series by its id columns; series come in order of their first row. */
export function groupBySeries(
  table: Frame,
  dates: Float64Array,
  dateColumn: string,
  idColumns: readonly string[],
): SeriesRows[] {
  const idOf = seriesIdAt(table, idColumns);
  const groups = new Map<string, number[]>();
  for (let row = 0; row < table.rows; row++) {
    if (!Number.isFinite(dates[row] as number)) {
      throw new EngineProblem(
        'series.missing-time',
        `Row ${row} has no time in "${dateColumn}": remove the row or fill in its time.`,
        { column: dateColumn, row },
      );
    }
    const id = idOf(row);
    const rows = groups.get(id);
    if (rows === undefined) groups.set(id, [row]);
    else rows.push(row);
  }
  return [...groups].map(([id, rows]) => ({
    id,
    rows: Int32Array.from(rows.sort((a, b) => (dates[a] as number) - (dates[b] as number) || a - b)),
  }));
}

/** The name of the series a row belongs to, by the columns that tell series apart. */
export function seriesIdAt(table: Frame, idColumns: readonly string[]): (row: number) => string {
  const texts = idColumns.map((name) => textOf(column(table, name)));
  return (row) => joinSeriesId(texts.map((text) => text(row)));
}

/** Reads any column as text; a missing value is the empty text. */
function textOf(source: Column): (row: number) => string {
  if (source.kind === 'categorical') return (row) => source.levels[source.codes[row] as number] ?? '';
  if (source.kind === 'text') return (row) => source.values[row] ?? '';
  return (row) => (Number.isNaN(source.values[row] as number) ? '' : String(source.values[row]));
}

/** Stands between the values of a composite series ID. */
const SEPARATOR = ' | ';

/**
 * One series ID from the values of its ID columns. One column: the value as it is. Several: the values joined by ` | `,
 * with `\` before every `|` and `\` inside a value, so that different values never make the same ID.
 */
export function joinSeriesId(values: readonly string[]): string {
  if (values.length === 1) return values[0] as string;
  return values.map(escapeId).join(SEPARATOR);
}

const escapeId = (value: string): string =>
  value.includes('|') || value.includes('\\') ? value.replace(/[\\|]/g, '\\$&') : value;

/**
 * The values of the ID columns of a series, in their order; the inverse of `joinSeriesId`. What is not one column's is
 * split wherever it was joined.
 */
export function splitSeriesId(id: string, columns: number): string[] {
  if (columns <= 1) return columns === 1 ? [id] : [];
  const values: string[] = [];
  let value = '';
  for (let at = 0; at < id.length; at++) {
    const sign = id[at] as string;
    if (sign === '\\') value += id[++at] ?? '';
    else if (sign === '|') {
      values.push(value.slice(0, -1));
      value = '';
      at++;
    } else value += sign;
  }
  values.push(value);
  return values;
}
