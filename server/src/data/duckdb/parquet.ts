import type { Config } from '#config';
import type { DuckdbOptions } from './duckdb-session.ts';
import { quoteText } from './duckdb-text.ts';

const ROW_GROUP = 122_880;
const VECTOR = 2048;
const CELLS_IN_A_GROUP = 8_000_000;

const WIDE = 500;

/**
 * The end of a COPY statement. Wide tables get short row groups, because a group is held in memory as a whole, and small
 * dictionaries, because each is given its memory before it is known how much of it is needed. A second attempt writes over the first: a
 * file of another name would be outside what the session may touch.
 */
export function parquetOptions(path: string, columns: number): string {
  const rows = Math.floor(CELLS_IN_A_GROUP / columns / VECTOR) * VECTOR;
  const group = Math.min(ROW_GROUP, Math.max(VECTOR, rows));
  const small = columns > WIDE ? ', STRING_DICTIONARY_PAGE_SIZE_LIMIT 16384' : '';
  return `${quoteText(path)} (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, ROW_GROUP_SIZE ${group}${small}, USE_TMP_FILE false)`;
}

const BYTES_PER_COLUMN = 450_000;

/**
 * DuckDB reserves several vectors of 2,048 values for every column of a statement, used or not. A table of thousands of
 * columns needs a higher limit to be planned at all, though it touches little of that memory.
 */
export function roomFor(
  config: Pick<Config, 'dataDir' | 'sql'>,
  columns: number,
): Pick<DuckdbOptions, 'config' | 'threads'> {
  if (columns <= WIDE) return { config };
  const memoryBytes = Math.max(config.sql.memoryBytes, columns * BYTES_PER_COLUMN);
  return { config: { ...config, sql: { ...config.sql, memoryBytes } }, threads: 1 };
}
