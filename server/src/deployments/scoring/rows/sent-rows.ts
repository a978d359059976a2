import type { Frame } from '@almanac/engine';
import type { ManifestColumn } from '../../model-manifest.ts';

/** A cell that cannot be what its column is. */
export interface Flaw {
  readonly row: number;
  readonly column: string;
  readonly text: string;
  /** What the cell should have been: "a number", "a date like %d/%m/%Y". */
  readonly wanted: string;
}

/** What is to be read of the rows a request sends. */
export interface Wanted {
  /** Columns the model knows: read in the kind it learned them. */
  readonly columns: readonly ManifestColumn[];
  /** Columns that are also kept as they were written: passed through, or told apart by. */
  readonly kept: readonly string[] | 'all';
  /** More columns are refused; any number where it is left out. */
  readonly mostColumns?: number;
}

/** The rows of a request, typed. */
export interface SentRows {
  readonly rows: number;
  /** Names of all columns that were sent, in their order. */
  readonly names: readonly string[];
  /** The wanted columns that were sent. Cells that could not be read are missing, and among the flaws. */
  readonly frame: Frame;
  /** Cells as they were written, by column: texts from CSV, any flat value from JSON. */
  readonly kept: ReadonlyMap<string, readonly KeptCell[]>;
  /** In the order they were met; not more than `MOST_FLAWS`. */
  readonly flaws: readonly Flaw[];
}

export type KeptCell = string | number | bigint | boolean | null;

/** More are not collected. */
export const MOST_FLAWS = 100_000;

/** Rows that are no rows at all: what was wrong, where, and what to do. */
export class UnreadableRows extends Error {}

/** Rows with more columns than one request may have. */
export class TooManyColumns extends UnreadableRows {
  constructor(columns: number, most: number) {
    super(
      `The rows have ${columns} columns, and a request may have at most ${most} (ALMANAC_PREDICTION_COLUMNS). Send only ` +
        'the columns the model uses and those you want back.',
    );
  }
}

/** What rows of CSV can have at most, since a cell takes a byte at least. */
const MOST_CELLS = 50 * 1024 * 1024;

/** Objects of JSON may leave out cells, and columns have them all the same: a small body could fill any memory. */
export function refuseTooManyCells(rows: number, columns: number): void {
  if (rows * columns <= MOST_CELLS) return;
  throw new UnreadableRows(
    `${rows} rows with ${columns} columns have ${rows * columns} cells, and a request may have at most ${MOST_CELLS}. ` +
      'Send fewer rows at once.',
  );
}
