import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { ChangeRow, GrantRow, ItemRow, PrincipalRow } from '../access-sync.tables.ts';

interface Window {
  readonly offset: number;
  readonly limit: number;
}

export type ListedItem = ItemRow & {
  readonly parent_key: string | null;
  readonly space_key: string;
  readonly site_key: string | null;
};

export interface ItemFilter {
  readonly parentId?: string | undefined;
  readonly top?: boolean | undefined;
  readonly spaceId?: string | undefined;
  readonly kind?: ItemRow['kind'] | undefined;
  readonly searchFor?: string | undefined;
  readonly unreadable?: boolean | undefined;
}

const items = (db: Queries, connectionId: string) =>
  db
    .selectFrom('acl_items')
    .innerJoin('acl_spaces', 'acl_spaces.id', 'acl_items.space_id')
    .leftJoin('acl_items as parent', 'parent.id', 'acl_items.parent_id')
    .where('acl_items.connection_id', '=', connectionId)
    .where('acl_items.live', '=', true);

const contains = (column: string, text: string) => sql<boolean>`strpos(lower(${sql.ref(column)}), lower(${text})) > 0`;

export type ListedGrant = GrantRow & Pick<PrincipalRow, 'key' | 'kind' | 'name' | 'email'>;
export type ListedPrincipal = PrincipalRow & { readonly members: number };

export const browseStore = (db: Queries, connectionId: string) => ({
  async items(filter: ItemFilter, { offset, limit }: Window) {
    let held = items(db, connectionId);
    if (filter.parentId !== undefined) held = held.where('parent.key', '=', filter.parentId);
    if (filter.top !== undefined) held = held.where('acl_items.parent_id', filter.top ? 'is' : 'is not', null);
    if (filter.spaceId !== undefined) held = held.where('acl_spaces.key', '=', filter.spaceId);
    if (filter.kind !== undefined) held = held.where('acl_items.kind', '=', filter.kind);
    if (filter.searchFor !== undefined) held = held.where(contains('acl_items.name', filter.searchFor));
    if (filter.unreadable !== undefined) {
      held = held.where('acl_items.scope_id', filter.unreadable ? 'is' : 'is not', null);
    }
    const rows: ListedItem[] = await held
      .selectAll('acl_items')
      .select(['parent.key as parent_key', 'acl_spaces.key as space_key', 'acl_spaces.site_key'])
      .orderBy('acl_items.id')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await held.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  },

  item: (id: number): Promise<ListedItem | undefined> =>
    items(db, connectionId)
      .selectAll('acl_items')
      .select(['parent.key as parent_key', 'acl_spaces.key as space_key', 'acl_spaces.site_key'])
      .where('acl_items.id', '=', id)
      .executeTakeFirst(),

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

  async principals(
    filter: {
      readonly type?: PrincipalRow['kind'] | undefined;
      readonly searchFor?: string | undefined;
      readonly memberOf?: string | undefined;
      readonly unresolved?: boolean | undefined;
    },
    { offset, limit }: Window,
  ) {
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
    const rows: ListedPrincipal[] = await held
      .selectAll()
      .select(sql<number>`(SELECT count(*) FROM acl_members WHERE group_id = acl_principals.id)`.as('members'))
      .orderBy('id')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await held.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  },

  async changes(
    filter: { readonly kind?: string | undefined; readonly subjectId?: string | undefined },
    { offset, limit }: Window,
  ) {
    let logged = db.selectFrom('acl_changes').where('connection_id', '=', connectionId);
    if (filter.kind !== undefined) logged = logged.where('kind', '=', filter.kind);
    if (filter.subjectId !== undefined) logged = logged.where('subject', '=', filter.subjectId);
    const rows: ChangeRow[] = await logged.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await logged.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  },
});
