import type { Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, matching, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Window } from '#platform/http/page.ts';
import type { EntityType } from './key-value.schema.ts';

interface KeyValueTable {
  id: string;
  organization_id: string;
  entity_type: EntityType;
  entity_id: string;
  name: string;
  category: string;
  value_type: string;
  value: string;
  description: string;
  created_by: string;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    key_values: KeyValueTable;
  }
}

export type KeyValueRow = Selectable<KeyValueTable>;
export type KeyValueColumns = Omit<KeyValueRow, 'id' | 'organization_id' | 'created_by' | 'created_at'>;

interface Filter {
  readonly name?: string | undefined;
  readonly category?: string | undefined;
}

const UNIQUE_VIOLATION = '23505';

export const keyValueStore = (db: Queries, organizationId: string) => {
  const mine = (id: string) => ({ organization_id: organizationId, id });
  return {
    byId: (id: string) => findRow(db, 'key_values', mine(id)),

    /** By name. */
    page(entity: Pick<KeyValueRow, 'entity_type' | 'entity_id'>, { name, category }: Filter, window: Window) {
      const wanted = { ...(name === undefined ? {} : { name }), ...(category === undefined ? {} : { category }) };
      const where = matching<'key_values'>({ organization_id: organizationId, ...entity, ...wanted });
      return pageOfRows(db.selectFrom('key_values').selectAll().where(where).orderBy('name').orderBy('id'), window);
    },

    /** Undefined where the object has a key value of this name. */
    insert: (row: KeyValueRow): Promise<KeyValueRow | undefined> =>
      db
        .insertInto('key_values')
        .values(row)
        .onConflict((clash) => clash.columns(['organization_id', 'entity_type', 'entity_id', 'name']).doNothing())
        .returningAll()
        .executeTakeFirst(),

    named: (entity: Pick<KeyValueRow, 'entity_type' | 'entity_id' | 'name'>) =>
      findRow(db, 'key_values', { organization_id: organizationId, ...entity }),

    /** Undefined where it is gone, `taken` where the object has another key value of this name. */
    async change(id: string, change: KeyValueColumns): Promise<KeyValueRow | 'taken' | undefined> {
      try {
        return (await updateRows(db, 'key_values', mine(id), change))[0];
      } catch (error) {
        if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return 'taken';
        throw error;
      }
    },

    delete: (id: string) => deleteRows(db, 'key_values', mine(id)),
  };
};
