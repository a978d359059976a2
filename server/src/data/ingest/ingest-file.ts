import type { Config } from '#config';
import type { Reading } from '../datasets/datasets.tables.ts';

/** A file on the way to Parquet. */
export interface IngestFile {
  readonly config: Pick<Config, 'dataDir' | 'sql' | 'maxUploadBytes'>;
  /** Ours until the work ends. */
  readonly folder: string;
  readonly fileName: string;
  readonly signal: AbortSignal;
  /** Only so many rows, from the top. */
  readonly rows?: number | undefined;
}

export interface ParquetTable {
  readonly path: string;
  readonly columns: number;
  readonly rows: number;
  readonly reading: Reading;
  /** Of columns that were text in the file and are dates now: how they were written. */
  readonly dateFormats: ReadonlyMap<string, string>;
}
