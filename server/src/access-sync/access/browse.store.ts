import { sql } from 'kysely';
import type { z } from 'zod';
import type { Queries } from '#platform/db/database.ts';
import { pageOfRows } from '#platform/db/rows.ts';
import type { GrantRow, ItemRow, PrincipalRow } from '../access-sync.tables.ts';
import type { ChangeQuery, ItemQuery, PrincipalQuery } from './browse.schema.ts';

export type ListedItem = ItemRow & {
  readonly parent_key: string | null;
  readonly space_key: string;
  readonly site_key: string | null;
};

const items = (db: Queries, connectionId: string) =>
  db
    .selectFrom('acl_items')
    .innerJoin('acl_spaces', 'acl_spaces.id', 'acl_items.space_id')
    .leftJoin('acl_items as parent', 'parent.id', 'acl_items.parent_id')
    .selectAll('acl_items')
    .select(['parent.key as parent_key', 'acl_spaces.key as space_key', 'acl_spaces.site_key'])
    .where('acl_items.connection_id', '=', connectionId)
    .where('acl_items.live', '=', true);

const contains = (column: string, text: string) => sql<boolean>`strpos(lower(${sql.ref(column)}), lower(${text})) > 0`;

export type ListedGrant = GrantRow & Pick<PrincipalRow, 'key' | 'kind' | 'name' | 'email'>;
export type ListedPrincipal = PrincipalRow & { readonly members: number };

export const browseStore = (db: Queries, connectionId: string) => ({
  items(filter: z.output<typeof ItemQuery>) {
    let held = items(db, connectionId);
    if (filter.parentId !== undefined) held = held.where('parent.key', '=', filter.parentId);
    if (filter.top !== undefined) held = held.where('acl_items.parent_id', filter.top ? 'is' : 'is not', null);
    if (filter.spaceId !== undefined) held = held.where('acl_spaces.key', '=', filter.spaceId);
    if (filter.kind !== undefined) held = held.where('acl_items.kind', '=', filter.kind);
    if (filter.searchFor !== undefined) held = held.where(contains('acl_items.name', filter.searchFor));
    if (filter.unreadable !== undefined) {
      held = held.where('acl_items.scope_id', filter.unreadable ? 'is' : 'is not', null);
    }
    return pageOfRows(held.orderBy('acl_items.id'), filter);
  },

  item: (id: number): Promise<ListedItem | undefined> =>
    items(db, connectionId).where('acl_items.id', '=', id).executeTakeFirst(),

  grants: (itemId: number): Promise<ListedGrant[]> =>
    db
      .selectFrom('acl_grants')
      .innerJoin('acl_principals', 'acl_principals.id', 'acl_grants.principal_id')
      .innerJoin('acl_items', 'acl_items.id', 'acl_grants.item_id')
      .selectAll('acl_grants')
      .select(['acl_principals.key', 'acl_principals.kind', 'acl_principals.name', 'acl_principals.email'])
      .where('item_id', '=', itemId)
      .where('acl_items.connection_id', '=', connectionId)
      .orderBy('permission_id')
      .orderBy('principal_id')
      .execute(),

  principals(filter: z.output<typeof PrincipalQuery>) {
    let held = db.selectFrom('acl_principals').where('connection_id', '=', connectionId);
    if (filter.type !== undefined) held = held.where('kind', '=', filter.type);
    const { searchFor, memberOf, unresolved } = filter;
    if (searchFor !== undefined) {
      held = held.where(({ or }) => or([contains('name', searchFor), contains('email', searchFor)]));
    }
    if (memberOf !== undefined) {
      held = held.where(
        'id',
        'in',
        sql<number>`(SELECT m.member_id FROM acl_members m JOIN acl_principals g ON g.id = m.group_id
          WHERE g.connection_id = ${connectionId} AND g.key = ${memberOf})`,
      );
    }
    if (unresolved !== undefined) {
      const kinds = ['user', 'group', 'siteGroup'] as const;
      held = held.where('known', '=', !unresolved).where('kind', 'in', kinds);
    }
    const members = sql<number>`(SELECT count(*) FROM acl_members WHERE group_id = acl_principals.id)`;
    return pageOfRows(held.selectAll().select(members.as('members')).orderBy('id'), filter);
  },

  changes(filter: z.output<typeof ChangeQuery>) {
    let logged = db.selectFrom('acl_changes').where('connection_id', '=', connectionId);
    if (filter.kind !== undefined) logged = logged.where('kind', '=', filter.kind);
    if (filter.subjectId !== undefined) logged = logged.where('subject', '=', filter.subjectId);
    return pageOfRows(logged.selectAll().orderBy('id', 'desc'), filter);
  },
});
