import type { Insertable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { PartitioningRow } from './optimized.tables.ts';

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
