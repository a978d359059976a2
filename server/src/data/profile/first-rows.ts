import type { DuckdbSession } from '../duckdb/duckdb-session.ts';
import { quoteName } from '../duckdb/duckdb-text.ts';
import { LONGEST_LABEL } from './column-counts.ts';
import type { Source, StoredColumn } from './source.ts';

const MOST_ROWS = 1_000;
const MOST_CELLS = 200_000;
const COLUMNS_AT_ONCE = 500;

/** The first rows as people will see them: text, long ones cut. Fewer of them when the table is wide. */
export async function firstRows(
  session: DuckdbSession,
  source: Source,
  columns: readonly StoredColumn[],
): Promise<(string | null)[][]> {
  const limit = Math.min(MOST_ROWS, Math.max(10, Math.floor(MOST_CELLS / Math.max(1, columns.length))));
  const rows: (string | null)[][] = Array.from({ length: Math.min(limit, source.rows) }, () => []);
  for (let start = 0; start < columns.length; start += COLUMNS_AT_ONCE) {
    const wanted = columns
      .slice(start, start + COLUMNS_AT_ONCE)
      .map(({ name }) => `left(${quoteName(name)}::VARCHAR, ${LONGEST_LABEL})`);
    const { chunks } = await session.stream(`SELECT ${wanted.join(', ')} FROM ${source.sql} LIMIT ${limit}`);
    let at = 0;
    for await (const chunk of chunks) {
      for (const cells of chunk.getRows()) {
        rows[at]?.push(...cells.map((cell) => (cell === null ? null : String(cell))));
        at++;
      }
    }
  }
  return rows;
}
