import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
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
  const ofProject = (projectId: string) =>
    db.selectFrom('datetime_partitionings').where('project_id', '=', projectId).where('found', 'is not', null);
  return {
    insert: (row: Insertable<Tables['datetime_partitionings']>) =>
      db.insertInto('datetime_partitionings').values(row).execute(),
    /** One whose data were looked at. */
    byId: (projectId: string, id: string): Promise<PartitioningRow | undefined> =>
      ofProject(projectId).selectAll().where('id', '=', id).executeTakeFirst(),
    /** For its job. */
    raw: (id: string): Promise<PartitioningRow | undefined> =>
      db.selectFrom('datetime_partitionings').selectAll().where('id', '=', id).executeTakeFirst(),
    async page(projectId: string, { offset, limit }: { readonly offset: number; readonly limit: number }) {
      const rows: PartitioningRow[] = await ofProject(projectId)
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute();
      const { total } = await ofProject(projectId)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { rows, total };
    },
    finish: (id: string, found: string, log: readonly string[]) =>
      db
        .updateTable('datetime_partitionings')
        .set({ found, log: [...log] })
        .where('id', '=', id)
        .execute(),
  };
};
