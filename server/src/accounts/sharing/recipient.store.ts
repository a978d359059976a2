import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { pageOfRows } from '#platform/db/rows.ts';
import { nameKey } from '../directory/user.rules.ts';
import type { Resource } from './kind.ts';
import type { SharedRole } from './role.rules.ts';
import '../accounts.tables.ts';

export type RecipientType = 'user' | 'group' | 'organization';

export interface Recipient {
  readonly type: RecipientType;
  readonly id: string;
  readonly name: string;
  readonly name_key: string;
}

export interface GrantView {
  readonly id: string;
  readonly type: RecipientType;
  readonly name: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly role: SharedRole;
  readonly can_share: boolean;
  readonly can_use_data: boolean;
}

interface RoleFilter {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
}

export const recipientStore = (db: Queries) => ({
  /** The people and groups of the organization, and itself, that have these ids or names. */
  async find(organizationId: string, ids: readonly string[], keys: readonly string[]): Promise<Recipient[]> {
    const people = db
      .selectFrom('users')
      .where('organization_id', '=', organizationId)
      .where(({ or, eb }) => or([eb('id', 'in', [...ids, '']), eb('username_key', 'in', [...keys, ''])]))
      .select([sql<RecipientType>`'user'`.as('type'), 'id', 'username as name', 'username_key as name_key']);
    const groups = db
      .selectFrom('user_groups')
      .where('organization_id', '=', organizationId)
      .where(({ or, eb }) => or([eb('id', 'in', [...ids, '']), eb('name_key', 'in', [...keys, ''])]))
      .select([sql<RecipientType>`'group'`.as('type'), 'id', 'name', 'name_key']);
    const own = db
      .selectFrom('organizations')
      .where('id', '=', organizationId)
      .select([sql<RecipientType>`'organization'`.as('type'), 'id', 'name', 'name_key']);
    return people.unionAll(groups).unionAll(own).execute();
  },

  /** Who the thing is shared with: people first, then groups, then the organization, each by name. */
  page(
    organizationId: string,
    { kind, id: resourceId }: Resource,
    filter: RoleFilter,
    window: { offset: number; limit: number },
  ) {
    const named = db
      .selectFrom('grants')
      .leftJoin('users', 'users.id', 'grants.user_id')
      .leftJoin('user_groups', 'user_groups.id', 'grants.group_id')
      .innerJoin('organizations', 'organizations.id', 'grants.organization_id')
      .where('grants.organization_id', '=', organizationId)
      .where('grants.resource_type', '=', kind.type)
      .where('grants.resource_id', '=', resourceId)
      .select([
        'grants.recipient_id as id',
        sql<RecipientType>`case when grants.user_id is not null then 'user' when grants.group_id is not null then 'group'
          else 'organization' end`.as('type'),
        sql<string>`coalesce(users.username, user_groups.name, organizations.name)`.as('name'),
        sql<string>`coalesce(users.username_key, user_groups.name_key, organizations.name_key)`.as('name_key'),
        'users.first_name',
        'users.last_name',
        'grants.role',
        'grants.can_share',
        'grants.can_use_data',
      ]);
    let mine = db.selectFrom(named.as('shared'));
    if (filter.id !== undefined) mine = mine.where('id', '=', filter.id);
    if (filter.name !== undefined) mine = mine.where('name_key', '=', nameKey(filter.name));
    if (filter.type !== undefined) mine = mine.where('type', '=', filter.type as RecipientType);
    const byKind = sql`array_position(array['user', 'group', 'organization'], type)`;
    return pageOfRows(mine.selectAll().orderBy(byKind).orderBy('name_key'), window);
  },
});
