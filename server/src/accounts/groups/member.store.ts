import type { Queries } from '#platform/db/database.ts';
import type { UserRow } from '../accounts.tables.ts';

export const memberStore = (db: Queries) => ({
  async page(groupId: string, window: { offset: number; limit: number }) {
    const members = db
      .selectFrom('group_members')
      .innerJoin('users', 'users.id', 'group_members.user_id')
      .where('group_members.group_id', '=', groupId);
    const rows: UserRow[] = await members
      .selectAll('users')
      .orderBy('users.username_key')
      .offset(window.offset)
      .limit(window.limit)
      .execute();
    const { total } = await members.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  },

  /** The people of the organization with these ids or name keys. */
  people: (organizationId: string, ids: readonly string[], keys: readonly string[]): Promise<UserRow[]> =>
    db
      .selectFrom('users')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(({ or, eb }) => or([eb('id', 'in', [...ids, '']), eb('username_key', 'in', [...keys, ''])]))
      .execute(),

  add: (groupId: string, userIds: readonly string[], now: Date) =>
    db
      .insertInto('group_members')
      .values(userIds.map((userId) => ({ group_id: groupId, user_id: userId, added_at: now })))
      .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doNothing())
      .execute(),

  remove: (groupId: string, userIds: readonly string[]) =>
    db
      .deleteFrom('group_members')
      .where('group_id', '=', groupId)
      .where('user_id', 'in', [...userIds])
      .execute(),
});
