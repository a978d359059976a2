import type { Queries } from '#platform/db/database.ts';
import type { PolicyRow } from './notification.tables.ts';

export const policyStore = (db: Queries) => ({
  /** A deployment has few: all of them, the oldest first. */
  of: (organizationId: string, deploymentId: string): Promise<PolicyRow[]> =>
    db
      .selectFrom('notification_policies')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  byId: (organizationId: string, deploymentId: string, id: string): Promise<PolicyRow | undefined> =>
    db
      .selectFrom('notification_policies')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', id)
      .executeTakeFirst(),

  insert: (row: PolicyRow): Promise<PolicyRow> =>
    db.insertInto('notification_policies').values(row).returningAll().executeTakeFirstOrThrow(),

  change: (row: Pick<PolicyRow, 'organization_id' | 'id'>, change: Partial<PolicyRow>) =>
    db
      .updateTable('notification_policies')
      .set(change)
      .where('organization_id', '=', row.organization_id)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirst(),

  async delete(organizationId: string, id: string): Promise<void> {
    await db
      .deleteFrom('notification_policies')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },
});
