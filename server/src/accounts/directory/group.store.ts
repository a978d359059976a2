import { type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import { refuse } from '#platform/http/problem.ts';
import type { UserGroupRow, UserRow } from '../accounts.tables.ts';
import { GroupProblems } from './directory.problems.ts';
import type { GroupChange, GroupQuery } from './group.schema.ts';
import { nameKey } from './user.rules.ts';

export type GroupRecord = UserGroupRow & { readonly members: number };

type GroupFilter = Pick<
  z.output<typeof GroupQuery>,
  'namePart' | 'groupIds' | 'userId' | 'excludeUserMembership' | 'orderBy' | 'offset' | 'limit'
>;

const withMemberCount = <Out>(query: SelectQueryBuilder<Tables, 'user_groups', Out>) =>
  query
    .selectAll('user_groups')
    .select(({ selectFrom }) =>
      selectFrom('group_members')
        .whereRef('group_members.group_id', '=', 'user_groups.id')
        .select(({ fn }) => fn.countAll<number>().as('members'))
        .as('members'),
    )
    .$narrowType<{ members: number }>();

async function namingClash<T>(work: Promise<T>, name: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const taken = (error as { constraint?: string }).constraint === 'user_groups_organization_id_name_key_key';
    if (taken) refuse(GroupProblems.nameTaken, name);
    throw error;
  }
}

export const groupStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<GroupRecord | undefined> =>
    withMemberCount(db.selectFrom('user_groups'))
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst(),

  page(organizationId: string, filter: GroupFilter) {
    const { namePart, groupIds, userId, excludeUserMembership, orderBy } = filter;
    let mine = db.selectFrom('user_groups').where('organization_id', '=', organizationId);
    if (namePart !== undefined) mine = mine.where(sql`strpos(name_key, ${nameKey(namePart)})`, '>', sql.lit(0));
    if (groupIds !== undefined) mine = mine.where('id', 'in', groupIds.length > 0 ? groupIds : ['']);
    if (userId !== undefined) {
      const ofUser = db.selectFrom('group_members').select('group_id').where('user_id', '=', userId);
      mine = mine.where('id', excludeUserMembership ? 'not in' : 'in', ofUser);
    }
    const order = orderBy.endsWith('name') ? 'name_key' : 'created_at';
    const direction = orderBy.startsWith('-') ? 'desc' : 'asc';
    return pageOfRows(withMemberCount(mine).orderBy(order, direction).orderBy('id'), filter);
  },

  insert: (row: Omit<UserGroupRow, 'name_key'>): Promise<UserGroupRow> =>
    namingClash(
      db
        .insertInto('user_groups')
        .values({ ...row, name_key: nameKey(row.name) })
        .returningAll()
        .executeTakeFirstOrThrow(),
      row.name,
    ),

  change: (id: string, change: Pick<z.output<typeof GroupChange>, 'name' | 'description' | 'email'>) =>
    namingClash(
      updateRows(db, 'user_groups', { id }, { ...change, name_key: change.name && nameKey(change.name) }),
      change.name ?? '',
    ),

  delete: (id: string) => deleteRows(db, 'user_groups', { id }),
});

export const memberStore = (db: Queries) => ({
  page(groupId: string, window: { offset: number; limit: number }) {
    const members = db
      .selectFrom('group_members')
      .innerJoin('users', 'users.id', 'group_members.user_id')
      .where('group_members.group_id', '=', groupId);
    return pageOfRows(members.selectAll('users').orderBy('users.username_key'), window);
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
    deleteRows(db, 'group_members', { group_id: groupId, user_id: [...userIds] }),
});
