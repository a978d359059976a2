import type { DuckdbSession } from '../duckdb/duckdb-session.ts';
import { quoteName, quoteText } from '../duckdb/duckdb-text.ts';
import { markDuplicates } from './duplicates.ts';
import type { ColumnProfile, DatasetProfile } from './profile.types.ts';
import { profileColumns } from './profile-columns.ts';
import { figure, type Source, type StoredColumn } from './source.ts';

export interface ProfileOptions {
  /** How dates that are stored as dates were written, by column: `%Y-%m-%dT%H:%M:%S`. */
  readonly dateFormats?: Readonly<Record<string, string>>;
  /** `done` is a fraction from 0 to 1. */
  readonly progress?: (done: number) => Promise<void>;
}

/** Columns a Parquet file may have before reading its description for every column costs more than copying some. */
const FEW_COLUMNS = 100;
/** Cells copied into memory at once. */
const COPIED_CELLS = 8_000_000;

/** Everything a feature list shows about the columns of a Parquet file the session may read. */
export async function profileParquet(
  session: DuckdbSession,
  path: string,
  { dateFormats = {}, progress }: ProfileOptions = {},
): Promise<DatasetProfile> {
  const file = `read_parquet(${quoteText(path)})`;
  const columns = (await session.rows(`DESCRIBE FROM ${file}`)).map(
    (row, position): StoredColumn => ({ position, name: String(row.column_name), type: String(row.column_type) }),
  );
  const [counted = {}] = await session.rows(`SELECT count(*) AS n FROM ${file}`);
  const source: Source = { sql: file, rows: figure(counted.n) };
  if (columns.length <= FEW_COLUMNS) {
    const profiles = await profileColumns(session, source, columns, dateFormats);
    return { rowCount: source.rows, columns: await markDuplicates(session, source, profiles) };
  }
  const profiles: ColumnProfile[] = [];
  const size = Math.max(1, Math.min(250, Math.floor(COPIED_CELLS / Math.max(1, source.rows))));
  for (let start = 0; start < columns.length; start += size) {
    const some = columns.slice(start, start + size);
    profiles.push(...(await copied(session, source, some, (copy) => profileColumns(session, copy, some, dateFormats))));
    await progress?.((start + some.length) / columns.length);
  }
  return { rowCount: source.rows, columns: await markDuplicates(session, source, profiles) };
}

async function copied<Result>(
  session: DuckdbSession,
  source: Source,
  columns: readonly StoredColumn[],
  work: (copy: Source) => Promise<Result>,
): Promise<Result> {
  const names = columns.map(({ name }) => quoteName(name)).join(', ');
  await session.run(`CREATE TEMP TABLE profiled AS SELECT ${names} FROM ${source.sql}`);
  try {
    return await work({ sql: 'temp.profiled', rows: source.rows });
  } finally {
    await session.run('DROP TABLE temp.profiled');
  }
}
