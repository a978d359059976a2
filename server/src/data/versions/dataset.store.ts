import type { Insertable } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { DatasetRow } from './datasets.tables.ts';

type NewVersion = Omit<Insertable<Tables['dataset_versions']>, 'seq'>;
type Change = Partial<
  Pick<DatasetRow, 'name' | 'description' | 'tags' | 'categories' | 'deleted_at' | 'deleted_by' | 'latest_version_id'>
>;

export const datasetStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<DatasetRow | undefined> =>
    db
      .selectFrom('datasets')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst(),

  insert: (row: Insertable<Tables['datasets']>) => db.insertInto('datasets').values(row).execute(),

  change: (organizationId: string, id: string, change: Change, by: { readonly userId: string; readonly at: Date }) =>
    db
      .updateTable('datasets')
      .set({ ...change, modified_at: by.at, modified_by: by.userId })
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .execute(),
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
  await tx
    .updateTable('datasets')
    .set({ latest_version_id: row.id, modified_at: row.created_at, modified_by: row.created_by })
    .where('id', '=', row.dataset_id)
    .execute();
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
