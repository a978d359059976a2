import { USE_CASE } from '#accounts';
import type { Queries } from '#platform/db/database.ts';

export interface PersonRow {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** As use cases name people. */
export const toPerson = (id: string, row: PersonRow | undefined) => ({
  id,
  email: row?.email ?? null,
  fullName: [row?.first_name, row?.last_name].filter((part) => part).join(' ') || (row?.username ?? null),
  username: row?.username ?? null,
  userhash: null,
});

export const peopleStore = (db: Queries) => ({
  async byId(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, PersonRow>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .selectFrom('users')
      .select(['id', 'username', 'email', 'first_name', 'last_name'])
      .where('organization_id', '=', organizationId)
      .where('id', 'in', [...new Set(ids)])
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  },

  /** The people each use case is shared with by name, owners among them. */
  members: (organizationId: string, useCaseIds: readonly string[]) =>
    db
      .selectFrom('grants')
      .innerJoin('users', 'users.id', 'grants.user_id')
      .select(['grants.resource_id as use_case_id', 'grants.role', 'users.id', 'users.username'])
      .select(['users.email', 'users.first_name', 'users.last_name'])
      .where('grants.organization_id', '=', organizationId)
      .where('grants.resource_type', '=', USE_CASE.type)
      .where('grants.resource_id', 'in', useCaseIds.length > 0 ? [...useCaseIds] : [''])
      .orderBy('users.username_key')
      .execute(),
});
