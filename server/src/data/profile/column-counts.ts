import type { DuckdbSession } from '../duckdb/duckdb-session.ts';
import { quoteName } from '../duckdb/duckdb-text.ts';
import type { NumberCounts } from './number-facts.rules.ts';
import type { Source } from './source.ts';

/** Up to so many different values a column is counted value by value; beyond, DuckDB keeps the figures. */
export const MOST_COUNTED = 50_000;

/** Longer texts are cut where they are shown and where their words are counted. */
export const LONGEST_LABEL = 500;

const grouped = (column: string, source: Source) =>
  `(SELECT ${quoteName(column)} AS v, count(*) AS n FROM ${source.sql} GROUP BY 1 LIMIT ${MOST_COUNTED + 1})`;

/** The column's numbers, read with `read`, counted and sorted. Undefined when there are too many different ones. */
export async function countNumbers(
  session: DuckdbSession,
  source: Source,
  column: string,
  read: (value: string) => string,
): Promise<NumberCounts | undefined> {
  const { chunks } = await session.stream(`SELECT ${read('v')} AS v, n::DOUBLE AS n FROM ${grouped(column, source)}`);
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

export interface TextCounts {
  readonly values: readonly string[];
  readonly counts: readonly number[];
  /** In characters; the values may be cut. */
  readonly lengths: readonly number[];
}

export async function countTexts(
  session: DuckdbSession,
  source: Source,
  column: string,
): Promise<TextCounts | undefined> {
  const { chunks } = await session.stream(
    `SELECT left(v::VARCHAR, ${LONGEST_LABEL}) AS v, n::DOUBLE AS n, length(v::VARCHAR)::DOUBLE AS l
     FROM ${grouped(column, source)} WHERE v IS NOT NULL`,
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
