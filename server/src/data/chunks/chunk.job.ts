import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { JobKind, JobRun, Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { type DuckdbSession, duckdbOptionsFor, withDuckdb } from '../duckdb/duckdb-session.ts';
import { parquetOptions, quoteText } from '../duckdb/duckdb-sql.ts';
import { withScratchFolder } from '../duckdb/scratch-folder.ts';
import type { ColumnProfile } from '../profile/profile.types.ts';
import { versionProfile, withVersionParquet } from '../versions/version-files.ts';
import { ChunkProblems } from './chunk.problems.ts';
import { type ChunkOptions, dateOf, orderedRows } from './chunk.rules.ts';
import { chunkKey, chunkStore, deleteChunkFiles } from './chunk.store.ts';

const Input = z.strictObject({ chunkDefinitionId: z.string() });

/** Puts the rows of a dataset in order, once, and cuts them into files of equally many rows. */
export const chunkJob: JobKind<z.output<typeof Input>> = {
  name: 'data.chunks',
  input: Input,
  limits: 'heavy',
  retries: 2,
  async run(platform, { chunkDefinitionId: id }, run) {
    const row = await chunkStore(platform.db.queries).raw(id);
    if (row === undefined) return undefined;
    const location = `/api/v2/datasetDefinitions/${row.definition_id}/chunkDefinitions/${id}/`;
    if (row.stats !== null) return { location };
    const options = { ...row.rows, partitionMethod: row.partition_method };
    const key = (index: number) => chunkKey(row.dataset_id, id, row.revision, index);
    const split = await splitRows(platform, { id, versionId: row.dataset_version_id, options, key }, run);
    const stats = {
      expectedChunkSize: Math.ceil(split.bytes / split.chunks),
      numberOfRowsPerChunk: platform.config.chunkRows,
      totalNumberOfChunks: split.chunks,
    };
    const rows = { ...row.rows, otvEarliestTimestamp: split.earliest, otvLatestTimestamp: split.latest };
    const kept = await chunkStore(platform.db.queries).analyzed(id, row.revision, stats, JSON.stringify(rows));
    if (!kept) await deleteChunkFiles(platform, row.dataset_id, id, row.revision);
    return { location };
  },
};

interface SplitOptions {
  readonly id: string;
  readonly versionId: string;
  readonly options: ChunkOptions;
  readonly key: (index: number) => string;
}

async function splitRows(platform: Platform, { id, versionId, options, key }: SplitOptions, run: JobRun) {
  const { config, blobs } = platform;
  const { columns } = await versionProfile(platform, versionId);
  const { signal } = run;
  return withVersionParquet(
    platform,
    versionId,
    (source) =>
      withScratchFolder(config, 'ingest', (folder) => {
        const sorted = join(folder, 'sorted.parquet');
        const one = join(folder, 'chunk.parquet');
        const duckdb = { ...duckdbOptionsFor(config, columns.length), files: [source, sorted, one], signal };
        return withDuckdb(duckdb, async (session) => {
          await run.progress(0.05, 'Putting the rows in order');
          const target = parquetOptions(sorted, columns.length + 1);
          const [written] = await session.rows(`COPY (${orderedRows(source, options, columns)}) TO ${target}`);
          const rows = Number(written?.Count);
          if (rows === 0) refuse(ChunkProblems.noRows, id);
          const chunks = Math.ceil(rows / config.chunkRows);
          let bytes = 0;
          for (let index = 0; index < chunks; index++) {
            await run.progress(0.4 + (0.6 * index) / chunks, `Chunk ${index + 1} of ${chunks}`);
            const from = index * config.chunkRows;
            const part = `SELECT * EXCLUDE (file_row_number) FROM read_parquet(${quoteText(sorted)}, file_row_number = true) WHERE file_row_number >= ${from} AND file_row_number < ${from + config.chunkRows}`;
            await session.run(`COPY (${part}) TO ${parquetOptions(one, columns.length + 1)}`);
            bytes += await blobs.write(key(index), createReadStream(one, { signal }));
          }
          return { chunks, bytes, ...(await datesOf(session, sorted, options, columns)) };
        });
      }),
    signal,
  );
}

/** From when to when the rows of the chunks are. */
async function datesOf(session: DuckdbSession, path: string, options: ChunkOptions, columns: readonly ColumnProfile[]) {
  if (options.datetimePartitionColumn === null) return { earliest: null, latest: null };
  const date = dateOf(options, columns);
  const [found] = await session.rows(
    `SELECT min(${date}) AS first, max(${date}) AS last FROM read_parquet(${quoteText(path)})`,
  );
  const toIso = (value: unknown) => (typeof value === 'number' ? new Date(value).toISOString() : null);
  return { earliest: toIso(found?.first), latest: toIso(found?.last) };
}
