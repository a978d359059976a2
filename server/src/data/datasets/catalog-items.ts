import type { z } from 'zod';
import { type Access, accessTo, accessToEach } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { datasetStore } from '../versions/dataset.store.ts';
import { DATASET, datasetResource, findVersion } from '../versions/find-version.ts';
import { type CatalogRow, catalogList } from './catalog.store.ts';
import type { CatalogChange, CatalogItem, CatalogQuery } from './catalog-item.schema.ts';

/** The catalog holds datasets only; lists of other types are empty. */
const HELD: readonly string[] = ['dataset', 'snapshot_dataset'];

export async function listCatalogItems(ctx: Ctx, url: string, query: z.output<typeof CatalogQuery>) {
  const none = query.type !== undefined && !query.type.some((one) => HELD.includes(one));
  const { rows, total } = none ? { rows: [], total: 0 } : await catalogList(ctx, query);
  const ids = rows.map((row) => row.dataset_id);
  const access = await accessToEach(ctx, DATASET, ids);
  const items = rows.map((row) => toItem(row, access.get(row.dataset_id)));
  return page(ctx.links, url, query, items, total);
}

export async function getCatalogItem(ctx: Ctx, id: string) {
  const row = await findVersion(ctx, id, 'read');
  return toItem({ ...row, relevance: null }, await accessTo(ctx, datasetResource(id)));
}

export async function changeCatalogItem(ctx: Ctx, id: string, body: z.output<typeof CatalogChange>) {
  await findVersion(ctx, id, 'write');
  const change = {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.tags === undefined ? {} : { tags: [...new Set(body.tags)] }),
  };
  const { userId, organizationId } = ctx.actor;
  if (Object.keys(change).length > 0) {
    const by = { userId, at: ctx.now() };
    await ctx.db.transaction((tx) => datasetStore(tx).change(organizationId, id, change, by));
  }
  return getCatalogItem(ctx, id);
}

function toItem(row: CatalogRow, access: Access | undefined): z.infer<typeof CatalogItem> {
  return {
    id: row.dataset_id,
    catalogName: row.name,
    originalName: row.file_name,
    catalogType: 'snapshot_dataset',
    description: row.description,
    tags: row.tags,
    uri: row.source_uri,
    dataOrigin: row.source_type,
    processingState: row.state,
    error: row.error,
    isFirstVersion: row.seq === 1,
    isDataEngineEligible: row.state === 'COMPLETED',
    infoCreationDate: row.dataset_created_at.toISOString(),
    infoCreatorFullName: row.creator_full_name,
    infoModificationDate: row.modified_at.toISOString(),
    infoModifierFullName: row.modifier_full_name,
    lastModificationDate: row.modified_at.toISOString(),
    lastModifierFullName: row.modifier_full_name,
    canShareDatasetData: access?.canShare === true,
    canUseDatasetData: access?.canUseData === true,
    projectsUsedInCount: row.project_count,
    relevance: row.relevance,
    recipeId: row.recipe_id,
    dataEngineQueryId: null,
    dataSourceId: null,
    userBlueprintId: null,
  };
}
