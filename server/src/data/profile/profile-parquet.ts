import type { DuckdbSession } from '../duckdb/duckdb-session.ts';
import { quoteName, quoteText } from '../duckdb/duckdb-text.ts';
import { MOST_COUNTED } from './column-counts.ts';
import { markDuplicates } from './duplicates.ts';
import { firstRows } from './first-rows.ts';
import type { ColumnProfile, ProfiledTable } from './profile.types.ts';
import { type Hints, profileColumns } from './profile-columns.ts';
import { type KnownColumn, readColumns } from './read-columns.ts';
import { figure, type Source, type StoredColumn } from './source.ts';
import { mayBeTyped } from './text-kind.ts';

export interface ProfileOptions {
  /** How dates that are stored as dates were written, by column: `%Y-%m-%dT%H:%M:%S`. */
  readonly dateFormats?: Readonly<Record<string, string>>;
  /** `done` is a fraction from 0 to 1. */
  readonly progress?: (done: number) => Promise<void>;
}

/** Columns a Parquet file may have before planning a statement over it for every column costs more than copying some. */
const FEW_COLUMNS = 100;
const MOST_COLUMNS_AT_ONCE = 250;
/** Cells held at once: in JavaScript for short tables, in a table of DuckDB for long ones. */
const HELD_CELLS = 2_000_000;
const COPIED_CELLS = 8_000_000;

/** Everything a feature list shows about the columns of a Parquet file the session may read. */
export async function profileParquet(
  session: DuckdbSession,
  path: string,
  { dateFormats = {}, progress }: ProfileOptions = {},
): Promise<ProfiledTable> {
  const file = `read_parquet(${quoteText(path)})`;
  const columns = (await session.rows(`DESCRIBE FROM ${file}`)).map(
    (row, position): StoredColumn => ({ position, name: String(row.column_name), type: String(row.column_type) }),
  );
  const [counted = {}] = await session.rows(`SELECT count(*) AS n FROM ${file}`);
  const source: Source = { sql: file, rows: figure(counted.n) };
  const short = source.rows <= MOST_COUNTED;
  const wide = columns.length > FEW_COLUMNS;
  const cells = short ? HELD_CELLS : COPIED_CELLS;
  const size = short || wide ? Math.floor(cells / Math.max(1, source.rows)) : columns.length;
  const atOnce = Math.max(1, Math.min(MOST_COLUMNS_AT_ONCE, size));
  const fingerprints = new Map<string, number>();
  const profiles: ColumnProfile[] = [];
  for (let start = 0; start < columns.length; start += atOnce) {
    const some = columns.slice(start, start + atOnce);
    const known: ReadonlyMap<string, KnownColumn> = short ? await readColumns(session, source, some) : new Map();
    const asked = short ? some.filter(({ name }) => mustAsk(known.get(name))) : some;
    const work = (from: Source) => profileColumns(session, from, some, { dateFormats, known } satisfies Hints);
    profiles.push(...(wide && asked.length > 0 ? await copied(session, source, asked, work) : await work(source)));
    for (const [name, { fingerprint }] of known) fingerprints.set(name, fingerprint);
    await progress?.((start + some.length) / columns.length);
  }
  return {
    rowCount: source.rows,
    columns: await markDuplicates(session, source, profiles, fingerprints),
    firstRows: await firstRows(session, source, columns),
  };
}

/** Whether counting left questions that only DuckDB can answer. */
const mustAsk = (known: KnownColumn | undefined): boolean =>
  known === undefined || (known.texts !== undefined && mayBeTyped(known.texts.values));

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
