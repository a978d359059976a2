import type { Queries } from '#platform/db/database.ts';

export const replayStore = (db: Queries) => ({
  /** The groups that users are in today: who was in which yesterday is not kept. */
  async groupsOf(organizationId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await db
      .selectFrom('group_members')
      .innerJoin('user_groups', 'user_groups.id', 'group_members.group_id')
      .select(['group_members.user_id', 'group_members.group_id'])
      .where('user_groups.organization_id', '=', organizationId)
      .where('group_members.user_id', 'in', [...userIds, ''])
      .execute();
    const groups = new Map<string, string[]>();
    for (const { user_id, group_id } of rows) groups.set(user_id, [...(groups.get(user_id) ?? []), group_id]);
    return groups;
  },
});
