import type { ColumnType, Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, matching, pageOfRows } from '#platform/db/rows.ts';
import type { Window } from '#platform/http/page.ts';
import type { SliceFilter } from './slice.rules.ts';

interface DataSliceTable {
  id: string;
  organization_id: string;
  project_id: string;
  name: string;
  filters: ColumnType<readonly SliceFilter[], string, never>;
  created_at: Date;
}

interface DataSliceSizeTable {
  slice_id: string;
  source: string;
  model_id: string;
  size: number;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    data_slices: DataSliceTable;
    data_slice_sizes: DataSliceSizeTable;
  }
}

export type SliceRow = Selectable<DataSliceTable>;

export const sliceStore = (db: Queries) => ({
  byId: (organizationId: string, id: string) => findRow(db, 'data_slices', { organization_id: organizationId, id }),

  /** For jobs, and callers who have checked the project. */
  inProject: (projectId: string, id: string) => findRow(db, 'data_slices', { project_id: projectId, id }),

  /** Oldest first. */
  page: (projectId: string, window: Window) =>
    pageOfRows(
      db
        .selectFrom('data_slices')
        .selectAll()
        .where(matching<'data_slices'>({ project_id: projectId }))
        .orderBy('created_at')
        .orderBy('id'),
      window,
    ),

  insert: (row: SliceRow): Promise<SliceRow> =>
    db
      .insertInto('data_slices')
      .values({ ...row, filters: JSON.stringify(row.filters) })
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** With its sizes and the insights about it. */
  delete: (organizationId: string, id: string) =>
    deleteRows(db, 'data_slices', { organization_id: organizationId, id }),

  size: (sliceId: string, source: string, modelId: string) =>
    findRow(db, 'data_slice_sizes', { slice_id: sliceId, source, model_id: modelId }),

  putSize: (row: Selectable<DataSliceSizeTable>) =>
    db
      .insertInto('data_slice_sizes')
      .values(row)
      .onConflict((clash) => clash.columns(['slice_id', 'source', 'model_id']).doUpdateSet({ size: row.size }))
      .execute(),
});
