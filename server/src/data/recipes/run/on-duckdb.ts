import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Platform } from '#platform/context.ts';
import { type DuckdbSession, withDuckdb } from '../../duckdb/duckdb-session.ts';
import { quoteText } from '../../duckdb/duckdb-text.ts';
import { withWorkFolder } from '../../ingest/work-folder.ts';
import { columnType } from '../compiler/columns.ts';
import type { RecipeInput } from '../compiler/recipe-input.ts';
import type { FoundDataset } from './find-inputs.ts';

/** A DuckDB in which every input is a table, and how the compiler sees those. */
export interface Kitchen {
  readonly session: DuckdbSession;
  readonly inputs: readonly RecipeInput[];
}

interface Options {
  readonly signal: AbortSignal;
  /** A file that may be written besides. */
  readonly writes?: string;
}

/** Reads the Parquet files where they lie; those in a bucket are copied first. */
export async function onDuckdb<Result>(
  platform: Platform,
  found: readonly FoundDataset[],
  { signal, writes }: Options,
  work: (kitchen: Kitchen) => Promise<Result>,
): Promise<Result> {
  return withWorkFolder(platform.config, async (folder) => {
    const files: string[] = [];
    for (const [at, { parquetKey }] of found.entries()) {
      files.push(
        platform.blobs.localPath(parquetKey) ??
          (await copied(platform, parquetKey, join(folder, `${at}.parquet`), signal)),
      );
    }
    const known = writes === undefined ? files : [...files, writes];
    return withDuckdb({ config: platform.config, files: known, signal }, async (session) => {
      const inputs: RecipeInput[] = [];
      for (const [at, input] of found.entries()) inputs.push(await served(session, input, files[at] ?? '', at));
      return work({ session, inputs });
    });
  });
}

async function served(session: DuckdbSession, input: FoundDataset, file: string, at: number): Promise<RecipeInput> {
  const name = `input_${at}`;
  await session.run(`CREATE VIEW ${name} AS SELECT * FROM read_parquet(${quoteText(file)})`);
  const { alias, datasetId, versionId: datasetVersionId } = input;
  return {
    alias,
    relation: [name],
    columns: await columnsOf(session, `SELECT * FROM ${name}`),
    datasetId,
    datasetVersionId,
  };
}

export async function columnsOf(session: DuckdbSession, sql: string) {
  const rows = await session.rows(`DESCRIBE ${sql}`);
  return rows.map((row) => ({ name: String(row.column_name), type: columnType(String(row.column_type)) }));
}

async function copied({ blobs }: Platform, key: string, path: string, signal: AbortSignal): Promise<string> {
  await pipeline(await blobs.read(key), createWriteStream(path, { flags: 'wx' }), { signal });
  return path;
}
