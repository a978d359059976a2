import { sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Window } from '#platform/http/page.ts';
import type { DataStoreRow } from './data-stores.tables.ts';

export const dataStoreStore = (db: Queries) => ({
  insert: (row: DataStoreRow) => db.insertInto('data_stores').values(row).execute(),

  byId: (organizationId: string, id: string) => findRow(db, 'data_stores', { organization_id: organizationId, id }),

  page(organizationId: string, visible: ReturnType<typeof visibleTo>, name: string | undefined, window: Window) {
    let mine = db.selectFrom('data_stores').where('organization_id', '=', organizationId).where('id', 'in', visible);
    if (name !== undefined) mine = mine.where(sql<boolean>`strpos(lower(canonical_name), lower(${name})) > 0`);
    return pageOfRows(mine.selectAll().orderBy(sql`lower(canonical_name)`).orderBy('id'), window);
  },

  change: (
    id: string,
    change: Partial<Pick<DataStoreRow, 'canonical_name' | 'driver_id' | 'jdbc_url' | 'updated_at'>>,
  ) => updateRows(db, 'data_stores', { id }, change),

  /** Everybody's but the one's who is changing it. */
  dropAssociations: (id: string, exceptUserId: string) =>
    db
      .deleteFrom('credential_associations')
      .where('data_store_id', '=', id)
      .where('owner_id', '<>', exceptUserId)
      .execute(),

  delete: (id: string) => deleteRows(db, 'data_stores', { id }),
});
