import type { JS } from '@duckdb/node-api';
import type { DuckdbSession } from '../duckdb/duckdb-session.ts';
import { quoteName } from '../duckdb/duckdb-sql.ts';
import type { NumberCounts, TextCounts } from './statistics.rules.ts';

/** Up to so many different values a column is counted value by value; beyond, DuckDB keeps the figures. */
export const MOST_COUNTED = 50_000;

/** Longer texts are cut where they are shown and where their words are counted. */
export const LONGEST_LABEL = 500;

const valueCountsSql = (column: string, source: Source) =>
  `(SELECT ${quoteName(column)} AS v, count(*) AS n FROM ${source.sql} GROUP BY 1 LIMIT ${MOST_COUNTED + 1})`;

/** The column's numbers, read with `read`, counted and sorted. Undefined when there are too many different ones. */
export async function countNumbers(
  source: Source,
  column: string,
  read: (value: string) => string,
): Promise<NumberCounts | undefined> {
  const { chunks } = await source.session.stream(
    `SELECT ${read('v')} AS v, n::DOUBLE AS n FROM ${valueCountsSql(column, source)}`,
  );
  const met: [value: number, count: number][] = [];
  let rows = 0;
  for await (const chunk of chunks) {
    rows += chunk.rowCount;
    if (rows > MOST_COUNTED) return undefined;
    const [values = [], counts = []] = chunk.getColumns();
    for (const [i, value] of values.entries()) if (value !== null) met.push([Number(value), Number(counts[i])]);
  }
  met.sort(([a], [b]) => a - b);
  const values: number[] = [];
  const counts: number[] = [];
  for (const [value, count] of met) {
    // Two ways to write one number: 5% and 5.0%.
    if (values.at(-1) === value) counts[counts.length - 1] = (counts.at(-1) ?? 0) + count;
    else {
      values.push(value);
      counts.push(count);
    }
  }
  return { values: Float64Array.from(values), counts: Float64Array.from(counts) };
}

export async function countTexts(source: Source, column: string): Promise<TextCounts | undefined> {
  const { chunks } = await source.session.stream(
    `SELECT left(v::VARCHAR, ${LONGEST_LABEL}) AS v, n::DOUBLE AS n, length(v::VARCHAR)::DOUBLE AS l
     FROM ${valueCountsSql(column, source)} WHERE v IS NOT NULL`,
  );
  const found = { values: [] as string[], counts: [] as number[], lengths: [] as number[] };
  for await (const chunk of chunks) {
    const [values = [], counts = [], lengths = []] = chunk.getColumns();
    for (const value of values) found.values.push(String(value));
    for (const count of counts) found.counts.push(Number(count));
    for (const length of lengths) found.lengths.push(Number(length));
    if (found.values.length >= MOST_COUNTED) return undefined;
  }
  return found;
}

/** Enough to see the step; later times of a longer table are not looked at. */
const MOST_TIMES = 1_000_000;

/** The different times of a column, ascending, in milliseconds. */
export async function sortedTimes(
  source: Source,
  column: string,
  read: (value: string) => string,
): Promise<Float64Array> {
  const { chunks } = await source.session.stream(
    `SELECT DISTINCT ${read(quoteName(column))} AS t FROM ${source.sql} WHERE t IS NOT NULL ORDER BY t LIMIT ${MOST_TIMES}`,
  );
  const times: number[] = [];
  for await (const chunk of chunks) for (const value of chunk.getColumnValues(0)) times.push(Number(value));
  return Float64Array.from(times);
}

/** Where columns are read from: a Parquet file, or a table made of some of its columns. */
export interface Source {
  readonly session: DuckdbSession;
  /** As it stands behind FROM. */
  readonly sql: string;
  readonly rows: number;
}

export interface StoredColumn {
  readonly position: number;
  readonly name: string;
  /** As SQL: `BIGINT`, `VARCHAR`. */
  readonly type: string;
}

/** Figures come back as bigint or number, depending on how they were counted. */
export const figure = (value: JS | undefined): number => (value === null || value === undefined ? 0 : Number(value));

/** Rows up to which different values are counted exactly, whatever their number. Beyond, many are counted with a sketch. */
export const MOST_EXACT_ROWS = 250_000;
