import type { Queries } from '#platform/db/database.ts';
import type { DeletedOrganizationRow } from './deleted-organization.tables.ts';

export const deletedOrganizationStore = (db: Queries) => ({
  byId: (id: string): Promise<DeletedOrganizationRow | undefined> =>
    db.selectFrom('deleted_organizations').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Held until the transaction ends, so that an erasure and its cancellation take turns. */
  lock: (id: string): Promise<DeletedOrganizationRow | undefined> =>
    db.selectFrom('deleted_organizations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  async page(window: { readonly offset: number; readonly limit: number }) {
    const rows = await db
      .selectFrom('deleted_organizations')
      .selectAll()
      .orderBy('deleted_at', 'desc')
      .orderBy('id')
      .offset(window.offset)
      .limit(window.limit)
      .execute();
    const { total } = await db
      .selectFrom('deleted_organizations')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { rows, total };
  },

  insert: (row: DeletedOrganizationRow) =>
    db
      .insertInto('deleted_organizations')
      .values({ ...row, counts: JSON.stringify(row.counts) })
      .execute(),

  change: (id: string, change: Partial<Pick<DeletedOrganizationRow, 'state' | 'status_id' | 'erased_at'>>) =>
    db.updateTable('deleted_organizations').set(change).where('id', '=', id).execute(),

  delete: (id: string) => db.deleteFrom('deleted_organizations').where('id', '=', id).execute(),

  /** Nobody of the organization can sign in any more; answers who could. Triggers tell every server. */
  async closeAccounts(organizationId: string, now: Date): Promise<string[]> {
    const rows = await db
      .updateTable('users')
      .set({ disabled_at: now })
      .where('organization_id', '=', organizationId)
      .where('disabled_at', 'is', null)
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  },

  openAccounts: async (ids: readonly string[]) => {
    if (ids.length === 0) return;
    await db
      .updateTable('users')
      .set({ disabled_at: null })
      .where('id', 'in', [...ids])
      .execute();
  },

  openJobs: async (organizationId: string): Promise<string[]> => {
    const rows = await db
      .selectFrom('job_records')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('status', 'in', ['INITIALIZED', 'RUNNING'])
      .execute();
    return rows.map(({ id }) => id);
  },
});
