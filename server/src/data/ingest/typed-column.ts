import { quoteText } from '../duckdb/duckdb-text.ts';
import { type CellKind, type ColumnGuess, MISSING } from './cell-kind.rules.ts';

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
export const MISFIT = 'almanac: a cell does not fit its column';

/** The cell as a value of its column's kind; a missing one is NULL; anything else ends the statement. */
export function typedCell({ kind, dateFormat }: ColumnGuess, cell: string): string {
  if (kind === 'text') return cell;
  const { test, value } = fits(kind, cell, dateFormat);
  const none = `CASE WHEN ${cell} IS NULL THEN NULL WHEN ${isMissing(cell)} THEN NULL ELSE error(${quoteText(MISFIT)}) END`;
  return `coalesce(CASE WHEN ${test} THEN ${value} END, ${none})`;
}

/** The same where every cell is known to fit. */
export function provenCell(guess: ColumnGuess, cell: string): string {
  const { value } = fits(guess.kind, cell, guess.dateFormat);
  // Of the words for "no value", only those for numbers that are none can be read as a number.
  return guess.kind === 'number' ? `CASE WHEN isfinite(${value}) THEN ${value} END` : value;
}

/** Whether all cells of the column fit the kind; an aggregate. */
export function allFit({ kind, dateFormat }: ColumnGuess, cell: string): string {
  const { test, value } = fits(kind, cell, dateFormat);
  return `coalesce(bool_and(CASE WHEN ${cell} IS NULL OR (${test} AND ${value} IS NOT NULL) THEN true ELSE ${isMissing(cell)} END), true)`;
}
