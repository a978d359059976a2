import { DuckdbProblem } from '../duckdb/duckdb-problem.ts';
import type { DuckdbSession } from '../duckdb/duckdb-session.ts';
import { quoteName } from '../duckdb/duckdb-text.ts';
import { parquetOptions } from '../duckdb/parquet.ts';
import { type ColumnGuess, guessColumn } from './cell-kind.rules.ts';
import type { ParquetTable } from './ingest-file.ts';
import { allFit, MISFIT, provenCell, typedCell } from './typed-column.ts';

/** A source whose columns are all text and called c0, c1, ... in SQL; people see `names`. */
export interface TextTable {
  readonly sql: string;
  readonly names: readonly string[];
}

export type OpenSession = <Result>(work: (session: DuckdbSession) => Promise<Result>) => Promise<Result>;
export type TypedTable = Pick<ParquetTable, 'columns' | 'rows' | 'dateFormats'>;

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
  return write(await open((session) => widen(session, table, guesses)), provenCell);
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
async function widen(
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
