import type { z } from 'zod';
import { changeSharedRoles, type Need, requireRole } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { answer, noContent, type Reply } from '#platform/http/reply.ts';
import { DatasetProblems } from '../versions/dataset.problems.ts';
import { datasetStore, lockDataset, newestVersion } from '../versions/dataset.store.ts';
import { datasetResource, findVersion } from '../versions/find-version.ts';
import { versionStore } from '../versions/version.store.ts';
import type { Category } from '../versions/versions.tables.ts';
import { type BulkChange, type DatasetChange, ofDataset, toRecord } from './dataset.schema.ts';

const NEEDS: Readonly<Record<string, Need>> = { tag: 'write', updateRoles: 'share' };

/** The same change to many datasets. Nothing is changed unless the caller may change all of them. */
export async function changeDatasets(ctx: Ctx, { datasetIds, payload }: z.output<typeof BulkChange>): Promise<Reply> {
  const ids = [...new Set(datasetIds)];
  for (const id of ids) await requireRole(ctx, datasetResource(id), NEEDS[payload.action] ?? 'own');
  if (payload.action === 'updateRoles') {
    const { action: _, ...change } = payload;
    for (const id of ids) await changeSharedRoles(ctx, datasetResource(id), { ...change, operation: 'updateRoles' });
    return noContent();
  }
  const { userId, organizationId } = ctx.actor;
  const at = ctx.now();
  const change =
    payload.action === 'tag'
      ? { tags: [...new Set(payload.tags)] }
      : payload.action === 'delete'
        ? { deleted_at: at, deleted_by: userId }
        : { deleted_at: null, deleted_by: null };
  await ctx.db.transaction(async (tx) => {
    for (const id of ids) await datasetStore(tx).change(organizationId, id, change, { userId, at });
  });
  return noContent();
}

const by = (ctx: Ctx) => ({ userId: ctx.actor.userId, at: ctx.now() });

export async function changeDataset(ctx: Ctx, id: string, body: z.output<typeof DatasetChange>) {
  await findVersion(ctx, id, 'write');
  const change = {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.categories === undefined ? {} : { categories: body.categories }),
  };
  const { organizationId } = ctx.actor;
  if (Object.keys(change).length > 0) {
    await ctx.db.transaction((tx) => datasetStore(tx).change(organizationId, id, change, by(ctx)));
  }
  const after = await findVersion(ctx, id, 'read');
  return ofDataset(after, toRecord(after));
}

/** Null and absent leave them as they are. */
export async function setCategories(tx: Tx, ctx: Ctx, id: string, categories: readonly Category[] | null | undefined) {
  if (!categories) return;
  await datasetStore(tx).change(ctx.actor.organizationId, id, { categories: [...categories] }, by(ctx));
}

/** Hidden from now on, and brought back by `recoverDataset`: projects made of it keep what they need. */
export async function deleteDataset(ctx: Ctx, id: string): Promise<Reply> {
  await findVersion(ctx, id, 'own');
  const change = { deleted_at: ctx.now(), deleted_by: ctx.actor.userId };
  await ctx.db.transaction((tx) => datasetStore(tx).change(ctx.actor.organizationId, id, change, by(ctx)));
  return noContent();
}

/** 200 when there was nothing to do. */
export async function recoverDataset(ctx: Ctx, id: string): Promise<Reply> {
  await requireRole(ctx, datasetResource(id), 'own');
  const { organizationId } = ctx.actor;
  return ctx.db.transaction(async (tx) => {
    const datasets = datasetStore(tx);
    const row = (await datasets.byId(organizationId, id)) ?? refuse(DatasetProblems.noSuchDataset, id);
    if (row.deleted_at === null) return answer(200, { body: {} });
    await datasets.change(organizationId, id, { deleted_at: null, deleted_by: null }, by(ctx));
    return noContent();
  });
}

/** Like a dataset, a version is hidden and its file stays: a project may have been made of it. */
export async function deleteVersion(ctx: Ctx, id: string, versionId: string): Promise<Reply> {
  const version = await findVersion(ctx, id, 'own', versionId);
  await ctx.db.transaction(async (tx) => {
    // Else the last two, deleted at once, would each take the other for the one that stays.
    await lockDataset(tx, id);
    await versionStore(tx).markDeleted(version.id, ctx.now());
    const latest = (await newestVersion(tx, id)) ?? refuse(DatasetProblems.onlyVersion, id);
    await datasetStore(tx).change(ctx.actor.organizationId, id, { latest_version_id: latest }, by(ctx));
  });
  return noContent();
}
