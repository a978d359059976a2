import { sql } from 'kysely';
import { insideUseCases, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { DATASET } from '../versions/dataset.kind.ts';
import type { Category } from '../versions/datasets.tables.ts';
import { failedVersion, type VersionRecord, type VersionWindow, versionRecords } from '../versions/version.store.ts';

export interface DatasetFilter {
  readonly category?: Category | undefined;
  readonly filterFailed: boolean;
  readonly datasetVersionIds?: readonly string[] | undefined;
  readonly useCaseIds?: readonly string[] | undefined;
  readonly isDeleted: boolean;
  readonly searchFor?: string | undefined;
}

type Asking = Pick<Ctx, 'actor' | 'db'>;

/** Datasets of the catalogue the caller may see, each as its latest version. */
export const visibleDatasets = (ctx: Asking) =>
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
    const told = sql`lower(concat_ws(' ', datasets.name, datasets.description, array_to_string(datasets.tags, ' ')))`;
    mine = mine.where(sql<boolean>`strpos(${told}, ${searchFor.toLowerCase()}) > 0`);
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
