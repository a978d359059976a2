import type { Frame } from '@almanac/engine';
import type { BundleColumn } from '../../bundle.ts';

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
  readonly columns: readonly BundleColumn[];
  /** Columns that are also kept as they were written: passed through, or told apart by. */
  readonly kept: readonly string[] | 'all';
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

/** More are counted by nobody. */
export const MOST_FLAWS = 100_000;

/** Rows that are no rows at all: what was wrong, where, and what to do. */
export class UnreadableRows extends Error {}
