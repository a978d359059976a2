import type { Config } from '#config';

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

/** How the file of a version was read. */
export interface Reading {
  /** `documents`: a row for each file of an archive. */
  readonly format: 'csv' | 'json' | 'parquet' | 'xlsx' | 'documents';
  readonly encoding?: string;
  readonly separator?: string;
  readonly compression?: 'gzip' | 'zip';
  /** What was left out, and why. */
  readonly warnings?: readonly string[];
}
