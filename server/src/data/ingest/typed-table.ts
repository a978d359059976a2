import { DuckdbProblem, type DuckdbSession } from '../duckdb/duckdb-session.ts';
import { parquetOptions, quoteName, quoteText } from '../duckdb/duckdb-sql.ts';
import { type CellKind, type ColumnGuess, guessColumn, MISSING } from './column.rules.ts';
import type { ParquetTable } from './ingest.types.ts';

/** A source whose columns are all text and called c0, c1, ... in SQL; people see `names`. */
export interface TextTable {
  readonly sql: string;
  readonly names: readonly string[];
}

type OpenSession = <Result>(work: (session: DuckdbSession) => Promise<Result>) => Promise<Result>;
type TypedTable = Pick<ParquetTable, 'columns' | 'rows' | 'dateFormats'>;

const CELLS_LOOKED_AT = 100_000;
const MOST_ROWS_LOOKED_AT = 10_000;
const COLUMNS_AT_ONCE = 200;
const TEXT: ColumnGuess = { kind: 'text' };

/**
 * Writes the table as Parquet with the narrowest types that lose nothing. The types are guessed from the first rows and
 * the file is read once; only when a later cell does not fit are the types looked for in the whole file.
 */
export async function writeTyped(
  open: OpenSession,
  table: TextTable,
  parquet: string,
  rows: number | undefined,
): Promise<TypedTable> {
  // In sessions of their own: what a session has looked at stays in its memory for a while.
  const guesses = await open((session) => guessFromHead(session, table));
  const limit = rows === undefined ? '' : ` LIMIT ${rows}`;
  const write = async (columns: readonly ColumnGuess[], asCell: typeof typedCell): Promise<TypedTable> => {
    const list = columns.map((one, i) => `${asCell(one, `c${i}`)} AS ${quoteName(table.names[i] ?? '')}`).join(', ');
    const target = parquetOptions(parquet, columns.length);
    const [written] = await open((session) =>
      session.rows(`COPY (SELECT ${list} FROM ${table.sql}${limit}) TO ${target}`),
    );
    const dated = columns.flatMap(({ dateFormat }, i) =>
      dateFormat ? [[table.names[i] ?? '', dateFormat] as const] : [],
    );
    return { columns: columns.length, rows: Number(written?.Count), dateFormats: new Map(dated) };
  };
  try {
    return await write(guesses, typedCell);
  } catch (error) {
    if (!(error instanceof DuckdbProblem && error.message.includes(MISFIT))) throw error;
  }
  return write(await open((session) => resolveTypes(session, table, guesses)), provenCell);
}

async function guessFromHead(session: DuckdbSession, { sql, names }: TextTable): Promise<ColumnGuess[]> {
  const rows = Math.max(20, Math.min(MOST_ROWS_LOOKED_AT, Math.floor(CELLS_LOOKED_AT / names.length)));
  const seen: (string | null)[][] = names.map(() => []);
  const { chunks } = await session.stream(`SELECT * FROM ${sql} LIMIT ${rows}`);
  for await (const chunk of chunks) {
    seen.forEach((values, i) => {
      for (const value of chunk.getColumnValues(i)) values.push(value === null ? null : String(value));
    });
  }
  return seen.map(guessColumn);
}

/** Looks at every cell; many columns in several passes, because a statement with thousands of sums is slow to plan. */
async function resolveTypes(
  session: DuckdbSession,
  table: TextTable,
  guesses: readonly ColumnGuess[],
): Promise<ColumnGuess[]> {
  const certain = [...guesses];
  const open = guesses.flatMap(({ kind }, i) => (kind === 'text' ? [] : [i]));
  for (let start = 0; start < open.length; start += COLUMNS_AT_ONCE) {
    const group = open.slice(start, start + COLUMNS_AT_ONCE);
    const list = group.map((i) => {
      const guess = guesses[i] ?? TEXT;
      return `${allFit(guess, `c${i}`)} AS fit${i}, ${allFit({ kind: 'number' }, `c${i}`)} AS number${i}`;
    });
    const [found = {}] = await session.rows(`SELECT ${list.join(', ')} FROM ${table.sql}`);
    for (const i of group) {
      if (found[`fit${i}`] === true) continue;
      certain[i] = guesses[i]?.kind === 'integer' && found[`number${i}`] === true ? { kind: 'number' } : TEXT;
    }
  }
  return certain;
}

/**
 * The SQL that says whether a text cell may be stored as this kind, and stores it; a cell fits when the test holds and
 * the value is not NULL. `cell` is a column of VARCHAR. The comparisons are on the first characters where they can be,
 * and no cell is read twice, since this runs once for every cell of a file.
 */
function fits(
  kind: CellKind,
  cell: string,
  format: string | undefined,
): { readonly test: string; readonly value: string } {
  const cast = (type: string) => `TRY_CAST(${cell} AS ${type})`;
  switch (kind) {
    case 'integer':
      // Written back it must be the same text: 007, +5 and 1_000 are not.
      return { test: `${cast('BIGINT')}::VARCHAR = ${cell}`, value: cast('BIGINT') };
    case 'number':
      return {
        test:
          `isfinite(${cast('DOUBLE')}) AND NOT (${cell} >= '00' AND ${cell} < '0:') AND ` +
          `(strlen(${cell}) < 16 OR contains(${cell}, '.') OR contains(${cell}, 'e') OR contains(${cell}, 'E')) AND ` +
          `NOT contains(${cell}, '_')`,
        value: cast('DOUBLE'),
      };
    case 'boolean':
      return { test: `lower(${cell}) IN ('true', 'false')`, value: cast('BOOLEAN') };
    case 'date':
      return { test: `strlen(${cell}) = 10 AND ${cell}[5] = '-'`, value: cast('DATE') };
    case 'timestamp':
      return {
        test: `strlen(${cell}) = 19 AND ${cell}[11] = ${quoteText(format?.[8] ?? ' ')} AND ${cell}[5] = '-'`,
        value: cast('TIMESTAMP'),
      };
    case 'text':
      return { test: 'true', value: cell };
  }
}

/** A pattern, because DuckDB keeps a vector for every member of an IN list, for every column. */
const WORDS = quoteText(MISSING.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'));
const isMissing = (cell: string) => `regexp_full_match(${cell}, ${WORDS})`;

/** What stops the reading when a cell does not fit: the types are then looked for over the whole file. */
const MISFIT = 'almanac: a cell does not fit its column';

/** The cell as a value of its column's kind; a missing one is NULL; anything else ends the statement. */
function typedCell({ kind, dateFormat }: ColumnGuess, cell: string): string {
  if (kind === 'text') return cell;
  const { test, value } = fits(kind, cell, dateFormat);
  const none = `CASE WHEN ${cell} IS NULL THEN NULL WHEN ${isMissing(cell)} THEN NULL ELSE error(${quoteText(MISFIT)}) END`;
  return `coalesce(CASE WHEN ${test} THEN ${value} END, ${none})`;
}

/** The same where every cell is known to fit. */
function provenCell(guess: ColumnGuess, cell: string): string {
  const { value } = fits(guess.kind, cell, guess.dateFormat);
  // Of the words for "no value", only those for numbers that are none can be read as a number.
  return guess.kind === 'number' ? `CASE WHEN isfinite(${value}) THEN ${value} END` : value;
}

/** Whether all cells of the column fit the kind; an aggregate. */
function allFit({ kind, dateFormat }: ColumnGuess, cell: string): string {
  const { test, value } = fits(kind, cell, dateFormat);
  return `coalesce(bool_and(CASE WHEN ${cell} IS NULL OR (${test} AND ${value} IS NOT NULL) THEN true ELSE ${isMissing(cell)} END), true)`;
}
