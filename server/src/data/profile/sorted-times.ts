import type { DuckdbSession } from '../duckdb/duckdb-session.ts';
import { quoteName } from '../duckdb/duckdb-text.ts';
import type { Source } from './source.ts';

/** Enough to see the step; later times of a longer table are not looked at. */
const MOST_TIMES = 1_000_000;

/** The different times of a column, ascending, in milliseconds. */
export async function sortedTimes(
  session: DuckdbSession,
  source: Source,
  column: string,
  read: (value: string) => string,
): Promise<Float64Array> {
  const { chunks } = await session.stream(
    `SELECT DISTINCT ${read(quoteName(column))} AS t FROM ${source.sql} WHERE t IS NOT NULL ORDER BY t LIMIT ${MOST_TIMES}`,
  );
  const times: number[] = [];
  for await (const chunk of chunks) for (const value of chunk.getColumnValues(0)) times.push(Number(value));
  return Float64Array.from(times);
}
