import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page, pageOfList } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import type { NeededPermission, ObjectKind } from '#platform/http/route-access.ts';
import { newId } from '#platform/ids.ts';
import { newRow } from '#platform/new-row.ts';
import type { DatasetProfile } from '../profile/profile.types.ts';
import { versionForReading } from '../versions/find-version.ts';
import { versionProfile } from '../versions/version-files.ts';
import { ChunkProblems } from './chunk.problems.ts';
import {
  type DatasetDefinitionCreate,
  type DatasetDefinitionQuery,
  type DefinitionQuery,
  toDatasetDefinition,
  toVersion,
} from './chunk.schema.ts';
import { chunkStore, definitionStore, deleteChunkFiles, infoStore } from './chunk.store.ts';
import type { DatasetDefinitionRow, DatasetInfo } from './chunks.tables.ts';

export const CHUNKING: NeededPermission = {
  name: 'ENABLE_DATA_CHUNKING_SERVICE',
  refusal: ChunkProblems.notEnabled,
};

export const DATASET_DEFINITION: ObjectKind = {
  type: 'datasetDefinition',
  title: 'dataset definition',
  seenBy: 'whoever made it',
};

export async function getDefinitionOrThrow(ctx: Ctx, id: string): Promise<DatasetDefinitionRow> {
  const row = await definitionStore(ctx.db.queries, ctx.actor).byId(id);
  ctx.checked?.grant(DATASET_DEFINITION, 'own');
  return row ?? refuse(ChunkProblems.noSuchDefinition, id);
}

export async function createDefinition(ctx: Ctx, body: z.output<typeof DatasetDefinitionCreate>): Promise<Reply> {
  const versionId = body.datasetVersionId ?? undefined;
  const version = await versionForReading(ctx, { datasetId: body.datasetId, versionId });
  if (body.credentialsId)
    throw invalidFields({
      credentialsId: 'Datasets are read from the catalog, which needs no credentials. Leave it out',
    });
  const row: DatasetDefinitionRow = {
    ...newRow(ctx),
    dataset_id: body.datasetId,
    dataset_version_id: version.id,
    follows_latest: versionId === undefined,
    name: body.name ?? version.name,
  };
  await definitionStore(ctx.db.queries, ctx.actor).insert(row);
  return created(`/api/v2/datasetDefinitions/${row.id}/`, toDatasetDefinition(row, undefined));
}

export async function listDefinitions(ctx: Ctx, url: string, window: z.output<typeof DefinitionQuery>) {
  const { rows, total } = await definitionStore(ctx.db.queries, ctx.actor).page(window);
  const infos = await infoStore(ctx.db.queries).of(rows.map(({ id }) => id));
  const infoOf = (row: DatasetDefinitionRow) => infos.findLast(({ definition_id }) => definition_id === row.id);
  const records = rows.map((row) => toDatasetDefinition(row, infoOf(row)));
  return page(ctx.links, url, window, records, total);
}

export async function getDefinition(ctx: Ctx, id: string, { version }: z.output<typeof DatasetDefinitionQuery>) {
  const row = await getDefinitionOrThrow(ctx, id);
  const infos = await infoStore(ctx.db.queries).of([id]);
  const info = version === undefined ? infos.at(-1) : infos.find((one) => one.version === version);
  if (version !== undefined && info === undefined) refuse(ChunkProblems.noSuchVersion, id, version);
  return toDatasetDefinition(row, info);
}

export async function listDefinitionVersions(
  ctx: Ctx,
  id: string,
  url: string,
  window: z.output<typeof DefinitionQuery>,
) {
  await getDefinitionOrThrow(ctx, id);
  const all = await infoStore(ctx.db.queries).of([id]);
  return pageOfList(ctx.links, url, window, all, toVersion);
}

/** The profile of the dataset says it all: nothing is to be waited for. */
export async function analyzeDefinition(ctx: Ctx, id: string): Promise<Reply> {
  const { dataset_id: datasetId, ...row } = await getDefinitionOrThrow(ctx, id);
  const versionId = row.follows_latest ? undefined : row.dataset_version_id;
  const version = await versionForReading(ctx, { datasetId, versionId });
  const { columns, rowCount } = await versionProfile(ctx, version.id);
  const sourceSize = version.parquet_bytes ?? 0;
  await ctx.db.transaction(async (tx) => {
    if ((await definitionStore(tx, ctx.actor).lock(id)) === undefined) refuse(ChunkProblems.noSuchDefinition, id);
    const infos = infoStore(tx);
    const latest = (await infos.of([id])).at(-1);
    if (latest?.dataset_version_id === version.id) return;
    const info = infoOf({ columns, rowCount }, sourceSize);
    await infos.insert({
      id: newId(ctx.now()),
      definition_id: id,
      version: (latest?.version ?? 0) + 1,
      dataset_version_id: version.id,
      info: JSON.stringify(info),
      created_at: ctx.now(),
    });
  });
  return noContent();
}

/** What an analysis notes of a version. */
export const infoOf = (
  { columns, rowCount }: Pick<DatasetProfile, 'rowCount'> & { readonly columns: readonly { readonly name: string }[] },
  sourceSize: number,
): DatasetInfo => ({
  totalRows: rowCount,
  sourceSize,
  estimatedSizePerRow: Math.ceil(sourceSize / Math.max(1, rowCount)),
  columns: columns.map(({ name }) => name),
});

export async function deleteDefinition(ctx: Ctx, id: string): Promise<Reply> {
  const row = await getDefinitionOrThrow(ctx, id);
  const chunks = await chunkStore(ctx.db.queries).list(id);
  const used = chunks.find(({ is_readonly }) => is_readonly);
  if (used !== undefined) refuse(ChunkProblems.inUse, used.id);
  await definitionStore(ctx.db.queries, ctx.actor).delete(id);
  for (const chunk of chunks) await deleteChunkFiles(ctx, row.dataset_id, chunk.id);
  return noContent();
}
