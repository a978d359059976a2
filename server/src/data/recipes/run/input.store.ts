import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { findRow } from '#platform/db/rows.ts';
import type { DataSourceRow } from '../recipes.tables.ts';

/** A version of a dataset that can be read. */
interface ReadableVersion {
  readonly id: string;
  readonly datasetName: string;
  readonly rowCount: number;
  readonly columnCount: number;
}

export const inputStore = (db: Queries) => ({
  /** The asked version, or the newest that can be read; undefined when there is none. */
  async version(
    organizationId: string,
    datasetId: string,
    versionId: string | null,
  ): Promise<ReadableVersion | undefined> {
    let versions = db
      .selectFrom('dataset_versions')
      .innerJoin('datasets', 'datasets.id', 'dataset_versions.dataset_id')
      .where('datasets.organization_id', '=', organizationId)
      .where('datasets.id', '=', datasetId)
      .where('datasets.deleted_at', 'is', null)
      .where('dataset_versions.deleted_at', 'is', null)
      .where('dataset_versions.state', '=', 'COMPLETED');
    if (versionId !== null) versions = versions.where('dataset_versions.id', '=', versionId);
    const row = await versions
      .select([
        'dataset_versions.id',
        'datasets.name as datasetName',
        'dataset_versions.row_count as rowCount',
        'dataset_versions.column_count as columnCount',
      ])
      .orderBy('dataset_versions.seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && { ...row, rowCount: row.rowCount ?? 0, columnCount: row.columnCount ?? 0 };
  },

  columns: (versionId: string) =>
    db
      .selectFrom('dataset_features')
      .select(['name', sql<string>`coalesce(summary ->> 'storedAs', 'VARCHAR')`.as('storedAs')])
      .where('version_id', '=', versionId)
      .orderBy('position')
      .execute(),

  dataSource: (organizationId: string, id: string) =>
    findRow(db, 'recipe_data_sources', { organization_id: organizationId, id }),

  /** False when the person who makes it has one of that name already. */
  async addDataSource(row: DataSourceRow): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('recipe_data_sources')
      .values(row)
      .onConflict((conflict) => conflict.columns(['organization_id', 'created_by', 'canonical_name']).doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  },
});
