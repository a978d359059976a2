import type { DuckdbSession } from '../duckdb/duckdb-session.ts';
import { quoteName, quoteText } from '../duckdb/duckdb-sql.ts';
import type { ColumnProfile, ProfiledTable } from './profile.types.ts';
import { type Hints, profileColumns } from './profile-columns.ts';
import { type KnownColumn, readColumns } from './read-columns.ts';
import { mayBeTyped } from './text-kind.ts';
import { figure, LONGEST_LABEL, MOST_COUNTED, type Source, type StoredColumn } from './value-counts.ts';

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
  const source: Source = { session, sql: file, rows: figure(counted.n) };
  const short = source.rows <= MOST_COUNTED;
  const wide = columns.length > FEW_COLUMNS;
  const cells = short ? HELD_CELLS : COPIED_CELLS;
  const size = short || wide ? Math.floor(cells / Math.max(1, source.rows)) : columns.length;
  const atOnce = Math.max(1, Math.min(MOST_COLUMNS_AT_ONCE, size));
  const fingerprints = new Map<string, number>();
  const profiles: ColumnProfile[] = [];
  for (let start = 0; start < columns.length; start += atOnce) {
    const some = columns.slice(start, start + atOnce);
    const known: ReadonlyMap<string, KnownColumn> = short ? await readColumns(source, some) : new Map();
    const remaining = short ? some.filter(({ name }) => needsDuckdb(known.get(name))) : some;
    const work = (from: Source) => profileColumns(from, some, { dateFormats, known } satisfies Hints);
    profiles.push(...(wide && remaining.length > 0 ? await withCopy(source, remaining, work) : await work(source)));
    for (const [name, { fingerprint }] of known) fingerprints.set(name, fingerprint);
    await progress?.((start + some.length) / columns.length);
  }
  return {
    rowCount: source.rows,
    columns: await markDuplicates(source, profiles, fingerprints),
    firstRows: await firstRows(source, columns),
  };
}

/** Whether counting left questions that only DuckDB can answer. */
const needsDuckdb = (known: KnownColumn | undefined): boolean =>
  known === undefined || (known.texts !== undefined && mayBeTyped(known.texts.values));

async function withCopy<Result>(
  source: Source,
  columns: readonly StoredColumn[],
  work: (copy: Source) => Promise<Result>,
): Promise<Result> {
  const names = columns.map(({ name }) => quoteName(name)).join(', ');
  await source.session.run(`CREATE TEMP TABLE profiled AS SELECT ${names} FROM ${source.sql}`);
  try {
    return await work({ ...source, sql: 'temp.profiled' });
  } finally {
    await source.session.run('DROP TABLE temp.profiled');
  }
}

const PAIRS_AT_ONCE = 200;

/** What two columns with the same values must agree on. */
function comparisonKey({ summary, plot }: ColumnProfile, fingerprint: number | undefined): string {
  const { storedAs, uniqueCount, naCount, min, max, mean } = summary;
  return JSON.stringify([fingerprint, storedAs, uniqueCount, naCount, min, max, mean, plot]);
}

/**
 * Columns that repeat an earlier one in every row. Only those whose figures agree are compared; each of them with the
 * first of its kind, so that a thousand copies cost a thousand comparisons.
 */
async function markDuplicates(
  source: Source,
  profiles: readonly ColumnProfile[],
  fingerprints: ReadonlyMap<string, number>,
): Promise<ColumnProfile[]> {
  const alike = new Map<string, ColumnProfile[]>();
  for (const profile of profiles) {
    if (profile.summary.uniqueCount < 2) continue;
    const key = comparisonKey(profile, fingerprints.get(profile.name));
    alike.set(key, [...(alike.get(key) ?? []), profile]);
  }
  const pairs = [...alike.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : others.map((other) => [first.name, other.name] as const),
  );
  const copies = new Map<string, string>();
  for (let start = 0; start < pairs.length; start += PAIRS_AT_ONCE) {
    const some = pairs.slice(start, start + PAIRS_AT_ONCE);
    const same = some.map(
      ([first, other], i) => `bool_and(${quoteName(first)} IS NOT DISTINCT FROM ${quoteName(other)}) AS s${i}`,
    );
    const [row = {}] = await source.session.rows(`SELECT ${same.join(', ')} FROM ${source.sql}`);
    for (const [i, [first, other]] of some.entries()) if (row[`s${i}`] === true) copies.set(other, first);
  }
  return profiles.map((profile) => {
    const duplicateOf = copies.get(profile.name);
    if (duplicateOf === undefined) return profile;
    const reason = profile.summary.lowInformationReason ?? 'duplicate';
    return {
      ...profile,
      summary: { ...profile.summary, duplicateOf, lowInformation: true, lowInformationReason: reason },
    };
  });
}

const MOST_ROWS = 1_000;
const MOST_CELLS = 200_000;
const COLUMNS_AT_ONCE = 500;

/** The first rows as people will see them: text, long ones cut. Fewer of them when the table is wide. */
async function firstRows(source: Source, columns: readonly StoredColumn[]): Promise<(string | null)[][]> {
  const limit = Math.min(MOST_ROWS, Math.max(10, Math.floor(MOST_CELLS / Math.max(1, columns.length))));
  const rows: (string | null)[][] = Array.from({ length: Math.min(limit, source.rows) }, () => []);
  for (let start = 0; start < columns.length; start += COLUMNS_AT_ONCE) {
    const wanted = columns
      .slice(start, start + COLUMNS_AT_ONCE)
      .map(({ name }) => `left(${quoteName(name)}::VARCHAR, ${LONGEST_LABEL})`);
    const { chunks } = await source.session.stream(`SELECT ${wanted.join(', ')} FROM ${source.sql} LIMIT ${limit}`);
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
