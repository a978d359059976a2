import { sql } from 'kysely';
import { insideUseCases, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { DATASET } from '../versions/find-version.ts';
import { failedVersion, type VersionRecord, type VersionWindow, versionRecords } from '../versions/version.store.ts';
import type { Category } from '../versions/versions.tables.ts';
import type { CatalogOrder } from './catalog-item.schema.ts';

interface DatasetFilter {
  readonly category?: Category | undefined;
  readonly filterFailed: boolean;
  readonly datasetVersionIds?: readonly string[] | undefined;
  readonly useCaseIds?: readonly string[] | undefined;
  readonly isDeleted: boolean;
  readonly searchFor?: string | undefined;
}

type Asking = Pick<Ctx, 'actor' | 'db'>;

/** Datasets of the catalogue the caller may see, each as its latest version. */
const visibleDatasets = (ctx: Asking) =>
  versionRecords(ctx.db.queries, ctx.actor.organizationId)
    .where('datasets.visible', '=', true)
    .where('datasets.id', 'in', visibleTo(ctx, DATASET));

export async function datasetList(ctx: Asking, filter: DatasetFilter, window: VersionWindow) {
  const { category, filterFailed, datasetVersionIds, useCaseIds, isDeleted, searchFor } = filter;
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
  const direction = window.orderBy === '-created' ? 'desc' : 'asc';
  const rows: VersionRecord[] = await mine
    .orderBy('datasets.created_at', direction)
    .orderBy('datasets.id', direction)
    .offset(window.offset)
    .limit(window.limit)
    .execute();
  const { total } = await mine
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

interface CatalogFilter {
  readonly searchFor?: string | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly accessType: 'owner' | 'shared' | 'any' | 'created';
  readonly category?: Category | undefined;
  readonly filterFailed: boolean;
  readonly ownerUserId?: string | undefined;
  readonly ownerUsername?: string | undefined;
}

interface Window {
  readonly offset: number;
  readonly limit: number;
  readonly orderBy: CatalogOrder;
  readonly descending: boolean;
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

export async function catalogList(ctx: Pick<Ctx, 'actor' | 'db'>, filter: CatalogFilter, window: Window) {
  const { searchFor, tag, accessType, category, filterFailed, ownerUserId, ownerUsername } = filter;
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
  const direction = window.descending ? 'desc' : 'asc';
  const rows: CatalogRow[] = await mine
    .select(match.as('relevance'))
    .orderBy(window.orderBy === 'relevance' ? match : ORDER[window.orderBy], direction)
    .orderBy('datasets.id', direction)
    .offset(window.offset)
    .limit(window.limit)
    .execute();
  const { total } = await mine
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}
