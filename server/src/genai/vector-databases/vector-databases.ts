import type { z } from 'zod';
import { type Need, type Resource, removeGrants, requireRole, type SharedKind, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { GenaiProblems } from '../genai.problems.ts';
import { creationOf, updateOf } from '../genai.schema.ts';
import { deleteIndex } from './find-hits.ts';
import type { VectorDatabase, VectorDatabaseChange, VectorDatabaseQuery } from './vector-database.schema.ts';
import { type NamedVectorDatabase, vectorDatabaseStore } from './vector-database.store.ts';

/** The first line of every service function about a vector database. */
export async function vectorDatabaseFor(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  id: string,
  need: Need,
): Promise<NamedVectorDatabase> {
  await requireRole(ctx, vectorDatabaseResource(id), need);
  const row = await vectorDatabaseStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return row ?? refuse(GenaiProblems.noSuch, 'vector database', id, 'genai/vectorDatabases/');
}

export async function listVectorDatabases(ctx: Ctx, url: string, query: z.output<typeof VectorDatabaseQuery>) {
  const visible = visibleTo(ctx, VECTOR_DATABASE);
  const store = vectorDatabaseStore(ctx.db.queries);
  const { rows, total } = await store.page(ctx.actor.organizationId, visible, query);
  return page(ctx.links, url, query, rows.map(toVectorDatabase), total);
}

export async function getVectorDatabase(ctx: Ctx, id: string) {
  return toVectorDatabase(await vectorDatabaseFor(ctx, id, 'read'));
}

export async function getLatestVersion(ctx: Ctx, id: string) {
  const row = await vectorDatabaseFor(ctx, id, 'read');
  const visible = visibleTo(ctx, VECTOR_DATABASE);
  const latest = await vectorDatabaseStore(ctx.db.queries).latest(ctx.actor.organizationId, row.family_id, visible);
  return toVectorDatabase(latest ?? row);
}

export async function changeVectorDatabase(ctx: Ctx, id: string, { name }: z.output<typeof VectorDatabaseChange>) {
  await vectorDatabaseFor(ctx, id, 'write');
  await vectorDatabaseStore(ctx.db.queries).change(ctx.actor.organizationId, id, {
    ...(name ? { name } : {}),
    updated_by: ctx.actor.userId,
    updated_at: ctx.now(),
  });
  return getVectorDatabase(ctx, id);
}

/** Stays counted. Blueprints that use it say so when they are asked. */
export async function deleteVectorDatabase(ctx: Ctx, id: string): Promise<Reply> {
  const { status_id: statusId } = await vectorDatabaseFor(ctx, id, 'own');
  const { organizationId } = ctx.actor;
  await ctx.db.transaction(async (tx) => {
    await vectorDatabaseStore(tx).delete(organizationId, id);
    await removeGrants(tx, organizationId, vectorDatabaseResource(id));
  });
  if (statusId !== null) await ctx.jobs.cancel(statusId);
  await deleteIndex(ctx, id);
  return noContent();
}

/** Made in a use case, so whoever may see the use case sees it. */
export const VECTOR_DATABASE: SharedKind = {
  type: 'vectorDatabase',
  title: 'vector database',
  listedAt: 'genai/vectorDatabases/',
};

export const vectorDatabaseResource = (id: string): Resource => ({ kind: VECTOR_DATABASE, id });

const toVectorDatabase = (row: NamedVectorDatabase): z.infer<typeof VectorDatabase> => {
  const { custom, size, overlapPercentage, separators, isRegex } = row.chunking;
  return {
    ...apiFields(row, 'id', 'name', 'size', 'use_case_id', 'dataset_id', 'dataset_name', 'embedding_model'),
    ...apiFields(row, 'vector_index', 'chunks_count', 'execution_status', 'error_message', 'organization_id'),
    ...apiFields(row, 'parent_id', 'family_id', 'version', 'access_connection_id', 'access_item_column'),
    embeddingValidationId: null,
    chunkingMethod: custom ? null : 'recursive',
    chunkSize: custom ? null : size,
    chunkOverlapPercentage: custom ? null : overlapPercentage,
    customChunking: custom,
    separators: custom ? null : [...separators],
    isSeparatorRegex: isRegex,
    errorResolution: null,
    source: 'DataRobot',
    validationId: null,
    addedDatasetIds: [],
    addedDatasetNames: [],
    metadataColumns: [...row.metadata_columns],
    metadataDatasetId: null,
    metadataDatasetName: null,
    externalVectorDatabaseConnection: null,
    playgroundsCount: row.playgrounds,
    tenantId: row.organization_id,
    userName: row.user_name ?? '',
    ...creationOf(row),
    ...updateOf(row),
  };
};
