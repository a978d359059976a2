import { type Selectable, sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRows, matching } from '#platform/db/rows.ts';
import type { Actor } from '#platform/http/actor.ts';
import type { ContainmentTable, GrantRow } from '../accounts.tables.ts';
import { CONTAINERS, type Resource } from './kind.ts';
import type { Access, SharedRole } from './role.rules.ts';

type Person = Pick<Actor, 'userId' | 'organizationId' | 'role'>;

/** The person, their groups and their organization: every id a grant may name to reach them. */
const reaching = (db: Queries, person: Person) =>
  db
    .selectFrom('group_members')
    .select('group_id as id')
    .where('user_id', '=', person.userId)
    .union(db.selectNoFrom([sql<string>`unnest(${[person.userId, person.organizationId]}::text[])`.as('id')]));

/** What of these types somebody was given: looked up grantee by grantee, since one person may own nearly everything. */
const grantsOf = (db: Queries, person: Person, types: readonly string[], roles: readonly SharedRole[]) =>
  db.selectFrom(reaching(db, person).as('me')).innerJoinLateral(
    ({ selectFrom }) =>
      selectFrom('grants')
        .select(['resource_type', 'resource_id'])
        .where('organization_id', '=', person.organizationId)
        .where('resource_type', 'in', types)
        .where('role', 'in', roles)
        .whereRef('recipient_id', '=', 'me.id')
        // Keeps the planner from turning it into one scan of all grants.
        .offset(0)
        .as('held'),
    (join) => join.onTrue(),
  );

/** What of this type the person holds one of the roles on: by a grant, or inside what they hold it on. Administrators hold all of their organization. */
export function visibleIds(db: Queries, person: Person, type: string, roles: readonly SharedRole[]) {
  const all = db
    .selectFrom('grants')
    .select('resource_id')
    .where(matching<'grants'>({ organization_id: person.organizationId, resource_type: type }));
  const contained = grantsOf(db, person, CONTAINERS, roles)
    .innerJoin('containments', (join) =>
      join
        .onRef('containments.container_type', '=', 'held.resource_type')
        .onRef('containments.container_id', '=', 'held.resource_id'),
    )
    .where('containments.organization_id', '=', person.organizationId)
    .where('containments.resource_type', '=', type)
    .select('containments.resource_id');
  const own = grantsOf(db, person, [type], roles).select('held.resource_id').union(contained);
  // As an array, which the planner takes for short: it then reads the things by their ids and not all of them.
  const few = db.selectNoFrom([sql<string>`unnest(array(${own}))`.as('resource_id')]);
  return db.selectFrom((person.role === 'admin' ? all : few).as('visible')).select('visible.resource_id');
}

const keyOf = (organizationId: string, { kind, id }: Resource) => ({
  organization_id: organizationId,
  resource_type: kind.type,
  resource_id: id,
});

const toAccess = (row: Pick<GrantRow, 'resource_id' | 'role' | 'can_share' | 'can_use_data'>) => ({
  id: row.resource_id,
  role: row.role,
  canShare: row.can_share,
  canUseData: row.can_use_data,
});

export const grantStore = (db: Queries) => ({
  /** Every grant on these things that reaches the person; for administrators, every grant there is. */
  async reaching(person: Person, type: string, ids: readonly string[]): Promise<(Access & { readonly id: string })[]> {
    let rows = db
      .selectFrom('grants')
      .select(['resource_id', 'role', 'can_share', 'can_use_data'])
      .where(matching<'grants'>({ organization_id: person.organizationId, resource_type: type, resource_id: ids }));
    if (person.role === 'admin') return (await rows.execute()).map(toAccess);
    rows = rows.where('recipient_id', 'in', reaching(db, person));
    // Whoever owns a container may change what is in it, but not give it away: it still belongs to its own owner.
    const contained = db
      .selectFrom('containments')
      .innerJoin('grants', (join) =>
        join
          .onRef('grants.resource_type', '=', 'containments.container_type')
          .onRef('grants.resource_id', '=', 'containments.container_id'),
      )
      .select([
        'containments.resource_id',
        sql<SharedRole>`CASE grants.role WHEN 'OWNER' THEN 'EDITOR' ELSE grants.role END`.as('role'),
        sql<boolean>`false`.as('can_share'),
        'grants.can_use_data',
      ])
      .where('containments.organization_id', '=', person.organizationId)
      .where('containments.resource_type', '=', type)
      .where('containments.resource_id', '=', sql<string>`any(${ids}::text[])`)
      .where('grants.recipient_id', 'in', reaching(db, person));
    return (await rows.unionAll(contained).execute()).map(toAccess);
  },

  async hasGrants(organizationId: string, { kind, id }: Resource): Promise<boolean> {
    const query = db
      .selectFrom('grants')
      .select('resource_id')
      .where(matching<'grants'>(keyOf(organizationId, { kind, id })));
    return (await query.limit(1).executeTakeFirst()) !== undefined;
  },

  /** Held until the transaction ends, so that two owners cannot remove each other at once. */
  lock: (organizationId: string, resource: Resource): Promise<GrantRow[]> =>
    findRows(db, 'grants', keyOf(organizationId, resource), { orderBy: ['recipient_id'], lock: true }),

  async put(rows: readonly Omit<GrantRow, 'recipient_id'>[]): Promise<void> {
    if (rows.length === 0) return;
    await db
      .insertInto('grants')
      .values([...rows])
      .onConflict((conflict) =>
        conflict.columns(['resource_type', 'resource_id', 'recipient_id']).doUpdateSet(({ ref }) => ({
          role: ref('excluded.role'),
          can_share: ref('excluded.can_share'),
          can_use_data: ref('excluded.can_use_data'),
          granted_by: ref('excluded.granted_by'),
          granted_at: ref('excluded.granted_at'),
        })),
      )
      .execute();
  },

  async remove(organizationId: string, resource: Resource, recipientIds?: readonly string[]): Promise<void> {
    const recipients = recipientIds && { recipient_id: recipientIds };
    await deleteRows(db, 'grants', { ...keyOf(organizationId, resource), ...recipients });
  },
});

export type ContainmentRow = Selectable<ContainmentTable>;

export const containmentStore = (db: Queries) => ({
  /** The row that was there, when it was. */
  put: (row: ContainmentRow): Promise<ContainmentRow> =>
    db
      .insertInto('containments')
      .values(row)
      .onConflict((conflict) =>
        // Writing a value onto itself makes the row that was there come back.
        conflict
          .columns(['container_type', 'container_id', 'resource_type', 'resource_id'])
          .doUpdateSet(({ ref }) => ({ put_by: ref('containments.put_by') })),
      )
      .returningAll()
      .executeTakeFirstOrThrow(),

  inside: (
    organizationId: string,
    resourceType: string,
    containerType: string,
    visible: ReturnType<typeof visibleIds>,
    containerIds: readonly string[],
  ) =>
    db
      .selectFrom('containments')
      .select('resource_id')
      .where(
        matching<'containments'>({
          organization_id: organizationId,
          resource_type: resourceType,
          container_type: containerType,
          container_id: [...containerIds],
        }),
      )
      .where('container_id', 'in', visible),

  async takeOut(organizationId: string, container: Resource, thing: Resource): Promise<boolean> {
    const inContainer = { container_type: container.kind.type, container_id: container.id };
    return (await deleteRows(db, 'containments', { ...keyOf(organizationId, thing), ...inContainer })) > 0;
  },

  /** Everything a container holds, or everything that holds a thing, forgotten: when it is removed for good. */
  forget: async (organizationId: string, { kind, id }: Resource): Promise<void> => {
    await db
      .deleteFrom('containments')
      .where('organization_id', '=', organizationId)
      .where(({ or, and, eb }) =>
        or([
          and([eb('container_type', '=', kind.type), eb('container_id', '=', id)]),
          and([eb('resource_type', '=', kind.type), eb('resource_id', '=', id)]),
        ]),
      )
      .execute();
  },
});
