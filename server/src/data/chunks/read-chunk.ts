import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { column, type Frame } from '@almanac/engine';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { requirePermission } from '#platform/http/authorize.ts';
import { refuse } from '#platform/http/problem.ts';
import { withScratchFolder } from '../duckdb/scratch-folder.ts';
import { readParquet } from '../versions/read-frame.ts';
import { versionProfile } from '../versions/version-files.ts';
import { ChunkProblems } from './chunk.problems.ts';
import { numberColumn } from './chunk.rules.ts';
import { chunkKey, chunkStore } from './chunk.store.ts';
import type { ChunkDefinitionRow, ChunkRows, PartitionMethod } from './chunks.tables.ts';
import { CHUNKING } from './dataset-definitions.ts';

export interface UsableChunks {
  readonly id: string;
  readonly name: string;
  readonly datasetVersionId: string;
  readonly chunks: number;
  /** How the rows were put in order before they were cut. */
  readonly order: ChunkOrder;
}

export type ChunkOrder = Pick<ChunkRows, 'orderByColumns' | 'isDescendingOrder' | 'datetimePartitionColumn'> & {
  readonly partitionMethod: PartitionMethod;
};

const orderOf = ({ rows, partition_method: partitionMethod }: ChunkDefinitionRow): ChunkOrder => {
  const { orderByColumns, isDescendingOrder, datetimePartitionColumn } = rows;
  return { orderByColumns, isDescendingOrder, datetimePartitionColumn, partitionMethod };
};

/** For service functions of other modules: the caller's own chunks, already written. */
export async function chunksForUse(ctx: Pick<Ctx, 'actor' | 'db'>, id: string): Promise<UsableChunks> {
  requirePermission(ctx.actor, CHUNKING);
  const row = (await chunkStore(ctx.db.queries).ofOwner(ctx.actor, id)) ?? refuse(ChunkProblems.noSuchChunks, id);
  if (row.stats === null) refuse(ChunkProblems.chunksNotAnalyzed, row.definition_id, id);
  const { totalNumberOfChunks: chunks } = row.stats;
  return { id, name: row.name, datasetVersionId: row.dataset_version_id, chunks, order: orderOf(row) };
}

/** For their transactions: from now on the definition stays as it is. */
export const useChunks = (tx: Tx, id: string) => chunkStore(tx).use(id);

/** For their jobs. */
export async function chunksOf(platform: Pick<Platform, 'db'>, id: string): Promise<UsableChunks> {
  const row = (await chunkStore(platform.db.queries).raw(id)) ?? refuse(ChunkProblems.noSuchChunks, id);
  const chunks = row.stats?.totalNumberOfChunks ?? refuse(ChunkProblems.chunksNotAnalyzed, row.definition_id, id);
  return { id, name: row.name, datasetVersionId: row.dataset_version_id, chunks, order: orderOf(row) };
}

export interface Chunk {
  readonly frame: Frame;
  /** Number of every row in the dataset, counted from 0. */
  readonly numbers: Int32Array;
}

/** The rows of one chunk, counted from 0, as typed columns; nothing of the others is read. For jobs. */
export async function readChunk(
  platform: Platform,
  id: string,
  index: number,
  { signal }: { readonly signal: AbortSignal },
): Promise<Chunk> {
  const row = (await chunkStore(platform.db.queries).raw(id)) ?? refuse(ChunkProblems.noSuchChunks, id);
  const { totalNumberOfChunks: chunks } = row.stats ?? refuse(ChunkProblems.chunksNotAnalyzed, row.definition_id, id);
  if (index < 0 || index >= chunks) refuse(ChunkProblems.noSuchChunk, id, index, chunks);
  const { columns } = await versionProfile(platform, row.dataset_version_id);
  const number = numberColumn(columns.map(({ name }) => name));
  const summary = { featureType: 'Numeric', storedAs: 'BIGINT', dateFormat: null } as const;
  const key = chunkKey(row.dataset_id, id, row.revision, index);
  const table = await withBlob(platform, key, signal, (path) =>
    readParquet(platform, path, [...columns, { name: number, summary }], { signal }),
  );
  const numbers = column(table, number);
  return {
    frame: { rows: table.rows, columns: table.columns.slice(0, -1) },
    numbers: numbers.kind === 'numeric' ? Int32Array.from(numbers.values) : new Int32Array(0),
  };
}

async function withBlob<Result>(
  { blobs, config }: Platform,
  key: string,
  signal: AbortSignal,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = blobs.localPath(key);
  if (path !== null) return work(path);
  return withScratchFolder(config, 'ingest', async (folder) => {
    const copy = join(folder, 'chunk.parquet');
    await pipeline(await blobs.read(key), createWriteStream(copy, { flags: 'wx' }), { signal });
    return work(copy);
  });
}
