/** A name as SQL: whatever people call their columns, it stays one name. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const ROW_GROUP = 122_880;
const VECTOR = 2048;
const CELLS_IN_A_GROUP = 8_000_000;

export const WIDE = 500;

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

export const BYTES_PER_COLUMN = 450_000;
