import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database, Queries } from '#platform/db/database.ts';
import type { Status } from './connection.schema.ts';
import type { SyncState } from './freshness.rules.ts';

type Counts = z.infer<typeof Status>['counts'] & { readonly unresolved: number };

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

export const loadSyncState = async (
  db: Database,
  organizationId: string,
  connectionId: string,
): Promise<SyncStateRow | undefined> =>
  (await db.prepared<SyncStateRow>('acl-facts', SYNC_STATE('$1', '$2'))([connectionId, organizationId]))[0];

export type SyncStateRow = SyncState & { readonly organizationLinks: string | null };

/** Of the connection and the organization that these parameters name. */
export const SYNC_STATE = (connection: string, organization: string) => `
  SELECT c.config->>'organizationLinks' AS "organizationLinks", c.poll_seconds AS "pollSeconds",
    c.staleness_limit_seconds AS "stalenessLimitSeconds", c.paused, s.running, s.complete_at AS "completeAt",
    s.directory_complete_at AS "directoryCompleteAt", s.directory_took_ms AS "directoryTookMs",
    cardinality(s.refused) > 0 AS refused, s.failures, s.resync <> 'none' AS resyncing,
    EXISTS (SELECT FROM acl_spaces WHERE connection_id = c.id AND crawl_generation > 1) AS recrawling
  FROM acl_connections c JOIN acl_sync s ON s.connection_id = c.id
  WHERE c.id = ${connection} AND c.organization_id = ${organization}`;
