import type { Queries } from '#platform/db/database.ts';
import type { ChannelRow } from './notification.tables.ts';

export const channelStore = (db: Queries) => ({
  /** A deployment has few: all of them, the oldest first. */
  of: (organizationId: string, deploymentId: string): Promise<ChannelRow[]> =>
    db
      .selectFrom('notification_channels')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  byId: (organizationId: string, deploymentId: string, id: string): Promise<ChannelRow | undefined> =>
    db
      .selectFrom('notification_channels')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', id)
      .executeTakeFirst(),

  insert: (row: ChannelRow): Promise<ChannelRow> =>
    db.insertInto('notification_channels').values(row).returningAll().executeTakeFirstOrThrow(),

  change: (row: Pick<ChannelRow, 'organization_id' | 'id'>, change: Partial<ChannelRow>) =>
    db
      .updateTable('notification_channels')
      .set(change)
      .where('organization_id', '=', row.organization_id)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirst(),

  async delete(organizationId: string, id: string): Promise<void> {
    await db
      .deleteFrom('notification_channels')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },
});
