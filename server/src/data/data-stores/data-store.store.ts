import { sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import './data-stores.tables.ts';
import type { DataStoreRow } from './data-stores.tables.ts';

interface Window {
  readonly offset: number;
  readonly limit: number;
}

export const dataStoreStore = (db: Queries) => ({
  insert: (row: DataStoreRow) => db.insertInto('data_stores').values(row).execute(),

  byId: (organizationId: string, id: string): Promise<DataStoreRow | undefined> =>
    db
      .selectFrom('data_stores')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst(),

  async page(organizationId: string, visible: ReturnType<typeof visibleTo>, name: string | undefined, window: Window) {
    let mine = db.selectFrom('data_stores').where('organization_id', '=', organizationId).where('id', 'in', visible);
    if (name !== undefined) mine = mine.where(sql`strpos(lower(canonical_name), lower(${name}))`, '>', sql.lit(0));
    const rows: DataStoreRow[] = await mine
      .selectAll()
      .orderBy(sql`lower(canonical_name)`)
      .orderBy('id')
      .offset(window.offset)
      .limit(window.limit)
      .execute();
    const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  },

  change: (
    id: string,
    change: Partial<Pick<DataStoreRow, 'canonical_name' | 'driver_id' | 'jdbc_url' | 'updated_at'>>,
  ) => db.updateTable('data_stores').set(change).where('id', '=', id).execute(),

  /** Everybody's but the one's who is changing it. */
  dropAssociations: (id: string, exceptUserId: string) =>
    db
      .deleteFrom('credential_associations')
      .where('data_store_id', '=', id)
      .where('owner_id', '<>', exceptUserId)
      .execute(),

  delete: (id: string) => db.deleteFrom('data_stores').where('id', '=', id).execute(),
});
