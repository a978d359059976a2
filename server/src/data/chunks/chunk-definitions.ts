import type { z } from 'zod';
import type { Ctx, JobRun, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { pageOfList } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, created, noContent, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { newRow } from '#platform/new-row.ts';
import { versionStore } from '../versions/version.store.ts';
import { versionProfile } from '../versions/version-files.ts';
import { chunkJob } from './chunk.job.ts';
import { ChunkProblems } from './chunk.problems.ts';
import { chunkErrors } from './chunk.rules.ts';
import {
  type ChunkDefinitionChange,
  type ChunkDefinitionCreate,
  type DefinitionQuery,
  toChunkDefinition,
} from './chunk.schema.ts';
import { chunkStore, definitionStore, deleteChunkFiles, infoStore } from './chunk.store.ts';
import type { ChunkDefinitionRow, ChunkRows, PartitionMethod } from './chunks.tables.ts';
import { getDefinitionOrThrow, infoOf } from './dataset-definitions.ts';

type ChunkChange = z.output<typeof ChunkDefinitionChange>['updates'];

/** Rows in no order of their own, with no dates left out. */
const DEFAULT_ROWS: ChunkRows = {
  orderByColumns: [],
  isDescendingOrder: false,
  targetColumn: null,
  targetClass: null,
  datetimePartitionColumn: null,
  otvValidationStartDate: null,
  otvValidationEndDate: null,
  otvTrainingEndDate: null,
  otvEarliestTimestamp: null,
  otvLatestTimestamp: null,
};

/** What is said replaces what was there. */
function rowsFrom(before: ChunkRows, { name: _, userGroupColumn: __, ...given }: ChunkChange): ChunkRows {
  const sent = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return { ...before, ...Object.fromEntries(sent) };
}

async function refuseWrong(
  ctx: Ctx,
  versionId: string,
  partitionMethod: PartitionMethod,
  rows: ChunkRows,
  given: ChunkChange & { readonly chunkingStrategyType?: string | null | undefined },
): Promise<void> {
  const { columns } = await versionProfile(ctx, versionId);
  const errors = {
    ...chunkErrors({ ...rows, partitionMethod }, columns),
    ...(given.userGroupColumn
      ? { userGroupColumn: 'userGroupColumn is not offered: chunks have a fixed number of rows. Leave it out' }
      : {}),
    ...(given.chunkingStrategyType === 'features'
      ? { chunkingStrategyType: 'Only rows are cut into chunks. Send rows or leave it out' }
      : {}),
  };
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

export async function createChunkDefinition(
  ctx: Ctx,
  definitionId: string,
  body: z.output<typeof ChunkDefinitionCreate>,
): Promise<Reply> {
  const definition = await getDefinitionOrThrow(ctx, definitionId);
  const info = (await infoStore(ctx.db.queries).of([definitionId])).at(-1);
  if (info === undefined) refuse(ChunkProblems.notAnalyzed, definitionId);
  const { partitionMethod: requested, chunkingStrategyType, ...given } = body;
  const partitionMethod = requested ?? 'random';
  const rows = rowsFrom(DEFAULT_ROWS, given);
  await refuseWrong(ctx, info.dataset_version_id, partitionMethod, rows, { ...given, chunkingStrategyType });
  const row = await chunkStore(ctx.db.queries).insert({
    ...newRow(ctx),
    definition_id: definitionId,
    info_version: info.version,
    dataset_version_id: info.dataset_version_id,
    name: given.name ?? `Chunks of ${definition.name}`,
    partition_method: partitionMethod,
    rows: JSON.stringify(rows),
    stats: null,
  });
  const path = `/api/v2/datasetDefinitions/${definitionId}/chunkDefinitions/${row.id}/`;
  return created(path, toChunkDefinition(row));
}

async function getChunksOrThrow(ctx: Ctx, definitionId: string, id: string): Promise<ChunkDefinitionRow> {
  await getDefinitionOrThrow(ctx, definitionId);
  const row = await chunkStore(ctx.db.queries).byId(definitionId, id);
  return row ?? refuse(ChunkProblems.noSuchChunks, id);
}

export const getChunkDefinition = async (ctx: Ctx, definitionId: string, id: string) =>
  toChunkDefinition(await getChunksOrThrow(ctx, definitionId, id));

export async function listChunkDefinitions(
  ctx: Ctx,
  definitionId: string,
  url: string,
  window: z.output<typeof DefinitionQuery>,
) {
  await getDefinitionOrThrow(ctx, definitionId);
  const all = await chunkStore(ctx.db.queries).list(definitionId);
  return pageOfList(ctx.links, url, window, all, toChunkDefinition);
}

export async function changeChunkDefinition(
  ctx: Ctx,
  definitionId: string,
  id: string,
  { updates, operations }: z.output<typeof ChunkDefinitionChange>,
) {
  const definition = await getDefinitionOrThrow(ctx, definitionId);
  const before = await getChunksOrThrow(ctx, definitionId, id);
  if (before.is_readonly) refuse(ChunkProblems.inUse, id);
  if (before.stats !== null && !operations?.forceUpdate) refuse(ChunkProblems.analyzedAlready, id);
  const rows = rowsFrom(before.rows, updates);
  await refuseWrong(ctx, before.dataset_version_id, before.partition_method, rows, updates);
  const change = { name: updates.name ?? before.name, rows: JSON.stringify(rows) };
  const after = await chunkStore(ctx.db.queries).change(id, change);
  await deleteChunkFiles(ctx, definition.dataset_id, id, before.revision);
  return toChunkDefinition(after);
}

/** Writes the chunks. Done already: nothing is left to do. */
export async function analyzeChunkDefinition(ctx: Ctx, definitionId: string, id: string): Promise<Reply> {
  const { stats } = await getChunksOrThrow(ctx, definitionId, id);
  if (stats !== null) return noContent();
  const options = { actor: ctx.actor, description: 'Cutting the rows into chunks' };
  return accepted(await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, chunkJob, { chunkDefinitionId: id }, options)));
}

export async function deleteChunkDefinition(ctx: Ctx, definitionId: string, id: string): Promise<Reply> {
  const { dataset_id: datasetId } = await getDefinitionOrThrow(ctx, definitionId);
  const { is_readonly } = await getChunksOrThrow(ctx, definitionId, id);
  if (is_readonly) refuse(ChunkProblems.inUse, id);
  await chunkStore(ctx.db.queries).delete(id);
  await deleteChunkFiles(ctx, datasetId, id);
  return noContent();
}

interface ChunksToMake {
  readonly datasetId: string;
  readonly versionId: string;
  readonly name: string;
  readonly partitionMethod: PartitionMethod;
  readonly rows: Partial<ChunkRows>;
}

/** For jobs of other modules: a chunk definition of a version, in the name of who started the job. Answers its id. */
export async function defineChunks(
  platform: Pick<Platform, 'db' | 'now'>,
  tx: Tx,
  actor: Pick<Actor, 'organizationId' | 'userId'>,
  { datasetId, versionId, name, partitionMethod, rows }: ChunksToMake,
): Promise<string> {
  const own = { ...newRow({ actor, now: platform.now }), name };
  const { id: definition_id, created_at: now } = own;
  const profile = await versionProfile(platform, versionId);
  const bytes = (await versionStore(platform.db.queries).raw(versionId))?.parquet_bytes ?? 0;
  await definitionStore(tx, actor).insert({
    ...own,
    dataset_id: datasetId,
    dataset_version_id: versionId,
    follows_latest: false,
  });
  await infoStore(tx).insert({
    id: newId(now),
    definition_id,
    version: 1,
    dataset_version_id: versionId,
    info: JSON.stringify(infoOf(profile, bytes)),
    created_at: now,
  });
  const { id } = await chunkStore(tx).insert({
    ...own,
    id: newId(now),
    definition_id,
    info_version: 1,
    dataset_version_id: versionId,
    partition_method: partitionMethod,
    rows: JSON.stringify({ ...DEFAULT_ROWS, ...rows }),
    stats: null,
  });
  return id;
}

/** Writes the chunks of a definition inside of another job; nothing is left to do where they are written. */
export async function writeChunks(platform: Platform, chunkDefinitionId: string, run: JobRun): Promise<void> {
  await chunkJob.run(platform, { chunkDefinitionId }, run);
}
