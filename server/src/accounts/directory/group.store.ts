import { type SelectQueryBuilder, sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import { refuse } from '#platform/http/problem.ts';
import type { UserGroupRow, UserRow } from '../accounts.tables.ts';
import { GroupProblems } from './directory.problems.ts';
import { nameKey } from './user.rules.ts';

export type GroupRecord = UserGroupRow & { readonly members: number };

interface GroupFilter {
  readonly namePart?: string | undefined;
  readonly groupIds?: readonly string[] | undefined;
  readonly userId?: string | undefined;
  /** Groups the user is NOT a member of. */
  readonly excludeUserMembership?: boolean | undefined;
}

interface Window {
  readonly offset: number;
  readonly limit: number;
  readonly orderBy: 'name' | '-name' | 'createdAt' | '-createdAt';
}

type GroupQuery<Out> = SelectQueryBuilder<Tables, 'user_groups', Out>;

const withMemberCount = <Out>(query: GroupQuery<Out>) =>
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

  async page(organizationId: string, filter: GroupFilter, window: Window) {
    const { namePart, groupIds, userId, excludeUserMembership } = filter;
    let mine = db.selectFrom('user_groups').where('organization_id', '=', organizationId);
    if (namePart !== undefined) mine = mine.where(sql`strpos(name_key, ${nameKey(namePart)})`, '>', sql.lit(0));
    if (groupIds !== undefined) mine = mine.where('id', 'in', groupIds.length > 0 ? groupIds : ['']);
    if (userId !== undefined) {
      mine = mine.where(({ exists, not, selectFrom }) => {
        const membership = exists(
          selectFrom('group_members')
            .whereRef('group_members.group_id', '=', 'user_groups.id')
            .where('group_members.user_id', '=', userId)
            .select('group_members.group_id'),
        );
        return excludeUserMembership ? not(membership) : membership;
      });
    }
    const rows = await withMemberCount(mine)
      .orderBy(
        window.orderBy.endsWith('name') ? 'name_key' : 'created_at',
        window.orderBy.startsWith('-') ? 'desc' : 'asc',
      )
      .orderBy('id')
      .offset(window.offset)
      .limit(window.limit)
      .execute();
    const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
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

  change: (id: string, change: Partial<Pick<UserGroupRow, 'name' | 'description' | 'email'>>) =>
    namingClash(
      updateRows(
        db,
        'user_groups',
        { id },
        { ...change, ...(change.name === undefined ? {} : { name_key: nameKey(change.name) }) },
      ),
      change.name ?? '',
    ),

  delete: (id: string) => deleteRows(db, 'user_groups', { id }),
});

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
    deleteRows(db, 'group_members', { group_id: groupId, user_id: [...userIds] }),
});
