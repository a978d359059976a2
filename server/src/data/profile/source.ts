import type { JS } from '@duckdb/node-api';

/** Where columns are read from: a Parquet file, or a table made of some of its columns. */
export interface Source {
  /** As it stands behind FROM. */
  readonly sql: string;
  readonly rows: number;
}

export interface StoredColumn {
  readonly position: number;
  readonly name: string;
  /** As SQL: `BIGINT`, `VARCHAR`. */
  readonly type: string;
}

/** Figures come back as bigint or number, depending on how they were counted. */
export const figure = (value: JS | undefined): number => (value === null || value === undefined ? 0 : Number(value));

/** Rows up to which different values are counted exactly, whatever their number. Beyond, many are counted with a sketch. */
export const MOST_EXACT_ROWS = 250_000;
