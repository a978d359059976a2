import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { findRow, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Aim } from '../../core/project/aim.schema.ts';
import type { Partitioning } from './partitioning.schema.ts';

interface DatetimePartitioningTable {
  id: string;
  project_id: string;
  organization_id: string;
  asked: ColumnType<Aim, string, never>;
  found: ColumnType<Partitioning | null, null, string>;
  log: Generated<string[]>;
  created_by: string;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    datetime_partitionings: DatetimePartitioningTable;
  }
}

export type PartitioningRow = Selectable<DatetimePartitioningTable>;

export const optimizedStore = (db: Queries) => {
  const finished = (projectId: string) =>
    db
      .selectFrom('datetime_partitionings')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('found', 'is not', null);
  return {
    insert: (row: Insertable<Tables['datetime_partitionings']>) =>
      db.insertInto('datetime_partitionings').values(row).execute(),

    /** One whose data were looked at. */
    byId: (projectId: string, id: string): Promise<PartitioningRow | undefined> =>
      finished(projectId).where('id', '=', id).executeTakeFirst(),

    raw: (id: string) => findRow(db, 'datetime_partitionings', { id }),

    page: (projectId: string, window: { readonly offset: number; readonly limit: number }) =>
      pageOfRows(finished(projectId).orderBy('created_at').orderBy('id'), window),

    finish: (id: string, found: string, log: string[]) =>
      updateRows(db, 'datetime_partitionings', { id }, { found, log }),
  };
};
