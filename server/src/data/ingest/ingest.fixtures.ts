import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Config, readConfig } from '#config';
import { afterFile } from '../../../test/after-file.ts';
import { withDuckdb } from '../duckdb/duckdb-session.ts';
import { quoteText } from '../duckdb/duckdb-sql.ts';
import { withScratchFolder } from '../duckdb/scratch-folder.ts';
import type { ParquetTable } from './ingest.types.ts';
import { toParquet } from './to-parquet.ts';

export interface ReadBack extends Omit<ParquetTable, 'rows'> {
  readonly types: Readonly<Record<string, string>>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export interface ReadOptions {
  readonly fileName?: string;
  readonly rows?: number;
  readonly signal?: AbortSignal;
}

export interface Ingesting {
  /** Reads a file of these bytes the way the ingest job does, and answers what the Parquet file then holds. */
  read(bytes: Buffer | string | Readable, options?: ReadOptions): Promise<ReadBack>;
  /** What is still in the folder for work in between. */
  leftBehind(): Promise<string[]>;
}

/** With a data folder of its own, gone after the test file. */
export async function ingesting(): Promise<Ingesting> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-ingest-'));
  afterFile(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({ ALMANAC_DATA_DIR: dataDir, ALMANAC_MAX_UPLOAD_BYTES: String(200 * 1024 ** 2) });
  return {
    read: (bytes, options = {}) => readBack(config, bytes, options),
    leftBehind: () => readdir(join(dataDir, 'scratch')),
  };
}

function readBack(config: Config, bytes: Buffer | string | Readable, options: ReadOptions): Promise<ReadBack> {
  const { fileName = 'data.csv', rows, signal = new AbortController().signal } = options;
  const content = bytes instanceof Readable ? bytes : Readable.from([Buffer.from(bytes)]);
  return withScratchFolder(config, 'ingest', async (folder) => {
    const table = await toParquet({ config, folder, fileName, signal, ...(rows ? { rows } : {}) }, content);
    return withDuckdb({ config, files: [table.path] }, async (session) => {
      const described = await session.rows(`DESCRIBE FROM ${quoteText(table.path)}`);
      return {
        ...table,
        types: Object.fromEntries(described.map((row) => [String(row.column_name), String(row.column_type)])),
        rows: table.columns > 100 ? [] : await session.rows(`FROM ${quoteText(table.path)} LIMIT 1000`),
      };
    });
  });
}
