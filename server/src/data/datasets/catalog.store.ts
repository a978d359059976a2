import { sql } from 'kysely';
import type { z } from 'zod';
import { insideUseCases, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { pageOfRows } from '#platform/db/rows.ts';
import { readOrder } from '#platform/http/page.ts';
import { DATASET } from '../versions/find-version.ts';
import { failedVersion, type VersionRecord, versionRecords } from '../versions/version.store.ts';
import type { CatalogQuery } from './catalog-item.schema.ts';
import type { DatasetQuery } from './dataset.schema.ts';

type Asking = Pick<Ctx, 'actor' | 'db'>;

/** Datasets of the catalogue the caller may see, each as its latest version. */
const visibleDatasets = (ctx: Asking) =>
  versionRecords(ctx.db.queries, ctx.actor.organizationId)
    .where('datasets.visible', '=', true)
    .where('datasets.id', 'in', visibleTo(ctx, DATASET));

export async function datasetList(ctx: Asking, query: z.output<typeof DatasetQuery>) {
  const { category, filterFailed, datasetVersionIds, useCaseIds, isDeleted, searchFor } = query;
  let mine = visibleDatasets(ctx).where('datasets.deleted_at', isDeleted ? 'is not' : 'is', null);
  // Asked for by version, that version is shown; else the latest.
  mine = datasetVersionIds
    ? mine.where('dataset_versions.id', 'in', [...datasetVersionIds, ''])
    : mine.whereRef('dataset_versions.id', '=', 'datasets.latest_version_id');
  if (category !== undefined) mine = mine.where(sql<boolean>`${category} = ANY (datasets.categories)`);
  if (filterFailed) mine = mine.where(sql<boolean>`NOT ${failedVersion}`);
  if (useCaseIds !== undefined) mine = mine.where('datasets.id', 'in', insideUseCases(ctx, DATASET, useCaseIds));
  if (searchFor) {
    const searched = sql`lower(concat_ws(' ', datasets.name, datasets.description, array_to_string(datasets.tags, ' ')))`;
    mine = mine.where(sql<boolean>`strpos(${searched}, ${searchFor.toLowerCase()}) > 0`);
  }
  if (query.vectorDatabaseEligibleOnly)
    mine = mine.where(
      sql<boolean>`dataset_versions.state = 'COMPLETED' AND dataset_versions.reading->>'format' = 'documents'`,
    );
  // Metadata are columns of the documents' own dataset: no other dataset is one.
  if (query.vectorDatabaseMetadataEligibleOnly) mine = mine.where(sql<boolean>`false`);
  const { direction } = readOrder(query.orderBy);
  return pageOfRows(mine.orderBy('datasets.created_at', direction).orderBy('datasets.id', direction), query);
}

export type CatalogRow = VersionRecord & { readonly relevance: number | null };

const ORDER = {
  originalName: sql`lower(dataset_versions.file_name)`,
  catalogName: sql`lower(datasets.name)`,
  description: sql`lower(datasets.description)`,
  created: sql`datasets.created_at`,
} as const;

/** Best: the name begins with what was searched for; then: it is in the name; then: in the description or a tag. */
function relevance(text: string | undefined) {
  if (text === undefined || text === '') return sql<number | null>`NULL::float8`;
  const low = text.toLowerCase();
  return sql<number | null>`CASE
    WHEN starts_with(lower(datasets.name), ${low}) THEN 1.0::float8
    WHEN strpos(lower(datasets.name), ${low}) > 0 THEN 0.75::float8
    WHEN strpos(lower(dataset_versions.file_name), ${low}) > 0 THEN 0.5::float8
    WHEN strpos(lower(datasets.description), ${low}) > 0
      OR strpos(lower(array_to_string(datasets.tags, ' ')), ${low}) > 0 THEN 0.25::float8 END`;
}

export async function catalogList(ctx: Asking, query: z.output<typeof CatalogQuery>) {
  const { searchFor, tag, accessType, category, filterFailed, ownerUserId, ownerUsername } = query;
  const { userId } = ctx.actor;
  const match = relevance(searchFor);
  let mine = visibleDatasets(ctx)
    .where('datasets.deleted_at', 'is', null)
    .whereRef('dataset_versions.id', '=', 'datasets.latest_version_id');
  if (searchFor) mine = mine.where(sql<boolean>`${match} IS NOT NULL`);
  if (tag !== undefined) mine = mine.where(sql<boolean>`datasets.tags && ${[...tag]}::text[]`);
  if (accessType === 'shared') mine = mine.where('datasets.owner_id', '!=', userId);
  if (accessType === 'owner' || accessType === 'created') mine = mine.where('datasets.owner_id', '=', userId);
  if (category !== undefined) mine = mine.where(sql<boolean>`${category} = ANY (datasets.categories)`);
  if (filterFailed) mine = mine.where(sql<boolean>`NOT ${failedVersion}`);
  if (ownerUserId !== undefined) mine = mine.where('datasets.owner_id', '=', ownerUserId);
  if (ownerUsername !== undefined) {
    mine = mine.where('datasets.owner_id', 'in', (db) =>
      db.selectFrom('users').select('id').where('username_key', '=', ownerUsername.toLowerCase()),
    );
  }
  const { field, direction } = readOrder(query.orderBy);
  const order = field === 'relevance' ? match : ORDER[field];
  const found = mine.select(match.as('relevance')).orderBy(order, direction).orderBy('datasets.id', direction);
  return pageOfRows(found, query);
}
