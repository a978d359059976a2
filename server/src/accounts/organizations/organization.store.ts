import type { Queries } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { OrganizationRow } from '../accounts.tables.ts';
import { nameKey } from '../users/user.rules.ts';

export const organizationStore = (db: Queries) => ({
  byId: (id: string): Promise<OrganizationRow | undefined> =>
    db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Two callers naming the same new organization get the same one. */
  async namedOrNew(name: string, now: Date): Promise<OrganizationRow> {
    const key = nameKey(name);
    await db
      .insertInto('organizations')
      .values({ id: newId(now), name, name_key: key, created_at: now })
      .onConflict((conflict) => conflict.column('name_key').doNothing())
      .execute();
    return db.selectFrom('organizations').selectAll().where('name_key', '=', key).executeTakeFirstOrThrow();
  },
});
