import type { Insertable } from 'kysely';
import { type SharedKind, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Queries, Tx } from '#platform/db/database.ts';
import { deleteRows, findRow, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Window } from '#platform/http/page.ts';
import type { DatasetRow } from './versions.tables.ts';

type NewVersion = Omit<Insertable<Tables['dataset_versions']>, 'seq'>;
type Change = Partial<
  Pick<DatasetRow, 'name' | 'description' | 'tags' | 'categories' | 'deleted_at' | 'deleted_by' | 'latest_version_id'>
>;

export const datasetStore = (db: Queries) => ({
  byId: (organizationId: string, id: string) => findRow(db, 'datasets', { id, organization_id: organizationId }),

  insert: (row: Insertable<Tables['datasets']>) => db.insertInto('datasets').values(row).execute(),

  change: (organizationId: string, id: string, change: Change, by: { readonly userId: string; readonly at: Date }) => {
    const noted = { ...change, modified_at: by.at, modified_by: by.userId };
    return updateRows(db, 'datasets', { id, organization_id: organizationId }, noted);
  },
});

/** Nobody else adds or removes versions of it before this transaction ends. */
export const lockDataset = (tx: Tx, id: string) =>
  tx.selectFrom('datasets').select('id').where('id', '=', id).forUpdate().execute();

/** The next version of a dataset, which is its latest from now on. The dataset's row is locked: numbers never clash. */
export async function insertVersion(tx: Tx, row: NewVersion): Promise<void> {
  await lockDataset(tx, row.dataset_id);
  const { last } = await tx
    .selectFrom('dataset_versions')
    .where('dataset_id', '=', row.dataset_id)
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('dataset_versions')
    .values({ ...row, seq: (last ?? 0) + 1 })
    .execute();
  const change = { latest_version_id: row.id, modified_at: row.created_at, modified_by: row.created_by };
  await updateRows(tx, 'datasets', { id: row.dataset_id }, change);
}

/** After a version was deleted: the newest of the others. Null when there is none. */
export async function newestVersion(tx: Tx, datasetId: string): Promise<string | null> {
  const newest = await tx
    .selectFrom('dataset_versions')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('deleted_at', 'is', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? null;
}

/** Projects have their own sharing: only those the caller may see are listed. */
const PROJECT: SharedKind = { type: 'project', title: 'project', listedAt: 'projects/' };

/** For the projects module, in the transaction that creates a project from a version. */
export const linkProject = (tx: Tx, versionId: string, projectId: string, now: Date) =>
  tx
    .insertInto('dataset_projects')
    .values({ version_id: versionId, project_id: projectId, created_at: now })
    .onConflict((conflict) => conflict.columns(['version_id', 'project_id']).doNothing())
    .execute();

/** For the projects module, when a project is deleted. */
export const unlinkProject = (tx: Tx, projectId: string) =>
  deleteRows(tx, 'dataset_projects', { project_id: projectId });

export async function datasetProjects(
  ctx: Pick<Ctx, 'actor'> & { readonly db: { readonly queries: Queries } },
  of: { readonly datasetId: string; readonly versionId?: string | undefined },
  window: Window,
) {
  let mine = ctx.db.queries
    .selectFrom('dataset_projects')
    .innerJoin('dataset_versions', 'dataset_versions.id', 'dataset_projects.version_id')
    .innerJoin('datasets', 'datasets.id', 'dataset_versions.dataset_id')
    .where('datasets.organization_id', '=', ctx.actor.organizationId)
    .where('datasets.id', '=', of.datasetId)
    .where('dataset_projects.project_id', 'in', visibleTo(ctx, PROJECT));
  if (of.versionId !== undefined) mine = mine.where('dataset_versions.id', '=', of.versionId);
  const rows = await mine
    .select('dataset_projects.project_id as id')
    .groupBy('dataset_projects.project_id')
    .orderBy('dataset_projects.project_id', 'desc')
    .offset(window.offset)
    .limit(window.limit)
    .execute();
  const { total } = await mine
    .select(({ fn }) => fn.count<number>('dataset_projects.project_id').distinct().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}
