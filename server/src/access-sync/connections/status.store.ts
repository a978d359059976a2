import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';

interface Counts {
  readonly spaces: number;
  readonly items: number;
  readonly unreadableItems: number;
  readonly grants: number;
  readonly ignoredGrants: number;
  readonly users: number;
  readonly groups: number;
  readonly memberships: number;
  readonly unresolved: number;
}

export async function countsOf(db: Queries, connectionId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    WITH item AS (
      SELECT count(*) AS items, count(*) FILTER (WHERE scope_id IS NULL) AS unreadable
      FROM acl_items WHERE connection_id = ${connectionId} AND live
    ), granted AS (
      SELECT count(*) AS grants, count(*) FILTER (WHERE g.gate = 'never') AS ignored
      FROM acl_grants g JOIN acl_items i ON i.id = g.item_id WHERE i.connection_id = ${connectionId}
    ), person AS (
      SELECT count(*) FILTER (WHERE kind = 'user' AND known) AS users,
        count(*) FILTER (WHERE kind IN ('group', 'siteGroup') AND known) AS groups,
        count(*) FILTER (WHERE kind IN ('user', 'group', 'siteGroup') AND NOT known
          AND EXISTS (SELECT FROM acl_grants g WHERE g.principal_id = p.id)) AS unresolved
      FROM acl_principals p WHERE connection_id = ${connectionId}
    )
    SELECT (SELECT count(*) FROM acl_spaces WHERE connection_id = ${connectionId}) AS spaces,
      item.items, item.unreadable AS "unreadableItems", granted.grants, granted.ignored AS "ignoredGrants",
      person.users, person.groups, person.unresolved,
      (SELECT count(*) FROM acl_members m JOIN acl_principals g ON g.id = m.group_id
        WHERE g.connection_id = ${connectionId} AND g.kind <> 'mail') AS memberships
    FROM item, granted, person`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('Counting gave no row.');
  return row;
}

export const lastErrorOf = (db: Queries, connectionId: string) =>
  db
    .selectFrom('acl_sync')
    .select(['last_error', 'last_error_at'])
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
