import type { Database } from '#platform/db/database.ts';
import { SYNC_STATE, type SyncStateRow } from '../connections/status.store.ts';
import type { GrantRole } from '../model.ts';
import { type AddressKeys, STANDING } from './access.store.ts';

/** Everything one question is decided by: how far the connection is to be believed, who asks, the item, the grant. */
export interface Decision extends SyncStateRow {
  readonly personId: number | null;
  /** Nobody: an address whose owner is not active or disputed. */
  readonly isNobody: boolean;
  /** How many items have the id; their keys are ids of one item only, the provider's own ids need not be. */
  readonly found: number;
  readonly readable: boolean;
  readonly itemKey: string | null;
  readonly grantedOn: number | null;
  readonly permissionId: string | null;
  readonly principalId: number | null;
  readonly role: GrantRole | null;
  /** Where the person stands and everything above that, when there is a grant. */
  readonly start: readonly string[] | null;
  readonly nodes: readonly string[] | null;
}

/**
 * One statement, because each way to the database costs more than what is asked there. OFFSET 0 keeps the planner from
 * joining whole tables: it cannot know how few groups a person has and how few grants an item.
 */
const DECIDE = `
  WITH RECURSIVE facts AS MATERIALIZED (${SYNC_STATE('$1', '$7')}), ${STANDING},
  node AS MATERIALIZED (
    SELECT id FROM start UNION SELECT c.ancestor_id FROM start CROSS JOIN LATERAL
      (SELECT ancestor_id FROM acl_closure WHERE node_id = start.id OFFSET 0) c
  ), by_key AS MATERIALIZED (
    SELECT key, scope_id FROM acl_items WHERE connection_id = $1 AND key = $5 AND present
  ), item AS MATERIALIZED (
    SELECT * FROM by_key
    UNION ALL
    (SELECT key, scope_id FROM acl_items WHERE connection_id = $1 AND source_id = $5 AND present
       AND NOT EXISTS (SELECT FROM by_key) LIMIT 2)
  ), chain AS (
    SELECT scope_id, 0 AS depth FROM item WHERE scope_id IS NOT NULL
    UNION ALL
    SELECT s.outer_scope_id, chain.depth + 1 FROM chain CROSS JOIN LATERAL
      (SELECT outer_scope_id FROM acl_items WHERE id = chain.scope_id OFFSET 0) s
    WHERE s.outer_scope_id IS NOT NULL
  ), decisive AS (
    SELECT g.* FROM chain CROSS JOIN LATERAL (
      SELECT item_id, permission_id, principal_id, role, gate FROM acl_grants
      WHERE item_id = chain.scope_id AND role <> 'none' AND (expires_at IS NULL OR expires_at > $6) OFFSET 0
    ) g
    WHERE g.principal_id IN (SELECT id FROM node) AND (g.gate = 'always' OR g.gate = 'organizationLink'
      AND (SELECT "organizationLinks" FROM facts) = 'tenant')
    ORDER BY chain.depth, g.principal_id, g.permission_id LIMIT 1
  )
  SELECT facts.*, (SELECT id FROM person) AS "personId", NOT EXISTS (SELECT FROM start) AS "isNobody",
    (SELECT count(*) FROM item) AS found, (SELECT key FROM item LIMIT 1) AS "itemKey",
    (SELECT scope_id FROM item LIMIT 1) IS NOT NULL AS readable, decisive.item_id AS "grantedOn",
    decisive.permission_id AS "permissionId", decisive.principal_id AS "principalId", decisive.role,
    CASE WHEN decisive.item_id IS NOT NULL THEN ARRAY(SELECT id FROM start) END AS start,
    CASE WHEN decisive.item_id IS NOT NULL THEN ARRAY(SELECT id FROM node) END AS nodes
  FROM facts LEFT JOIN decisive ON true`;

interface Question {
  readonly organizationId: string;
  readonly connectionId: string;
  readonly keys: AddressKeys;
  readonly now: Date;
}

function valuesOf({ organizationId, connectionId, keys, now }: Question, items: string | readonly string[]) {
  return [connectionId, keys.email, keys.mail, keys.domain, items, now, organizationId];
}

/** Undefined when the organization has no such connection. */
export async function decide(db: Database, question: Question, itemId: string): Promise<Decision | undefined> {
  return (await db.prepared<Decision>('acl-decide', DECIDE)(valuesOf(question, itemId)))[0];
}

type Among = SyncStateRow & { readonly readable: readonly string[] };

/**
 * Which of a list of items a person may read: one statement for any number of them. An item is named by its key or, where
 * one item alone has it, by the provider's own id. OFFSET 0 keeps the planner from joining whole tables.
 */
const AMONG = `
  WITH RECURSIVE facts AS MATERIALIZED (${SYNC_STATE('$1', '$7')}), ${STANDING},
  node AS MATERIALIZED (
    SELECT id FROM start UNION SELECT c.ancestor_id FROM start CROSS JOIN LATERAL
      (SELECT ancestor_id FROM acl_closure WHERE node_id = start.id OFFSET 0) c
  ), asked AS (SELECT DISTINCT unnest($5::text[]) AS id
  ), by_key AS MATERIALIZED (
    SELECT asked.id, i.scope_id FROM asked CROSS JOIN LATERAL
      (SELECT scope_id FROM acl_items WHERE connection_id = $1 AND key = asked.id AND present OFFSET 0) i
  ), item AS MATERIALIZED (
    SELECT id, scope_id FROM by_key
    UNION ALL
    SELECT asked.id, i.scope_id FROM asked CROSS JOIN LATERAL (
      SELECT max(one.scope_id) AS scope_id, count(*) AS found FROM
        (SELECT scope_id FROM acl_items WHERE connection_id = $1 AND source_id = asked.id AND present LIMIT 2) one
    ) i
    WHERE i.found = 1 AND NOT EXISTS (SELECT FROM by_key WHERE by_key.id = asked.id)
  ), chain AS (
    SELECT DISTINCT scope_id AS start_id, scope_id FROM item WHERE scope_id IS NOT NULL
    UNION
    SELECT chain.start_id, s.outer_scope_id FROM chain CROSS JOIN LATERAL
      (SELECT outer_scope_id FROM acl_items WHERE id = chain.scope_id OFFSET 0) s
    WHERE s.outer_scope_id IS NOT NULL
  ), open AS (
    SELECT DISTINCT chain.start_id FROM chain CROSS JOIN LATERAL (
      SELECT principal_id, gate FROM acl_grants
      WHERE item_id = chain.scope_id AND role <> 'none' AND (expires_at IS NULL OR expires_at > $6) OFFSET 0
    ) g
    WHERE g.principal_id IN (SELECT id FROM node) AND (g.gate = 'always' OR g.gate = 'organizationLink'
      AND (SELECT "organizationLinks" FROM facts) = 'tenant')
  )
  SELECT facts.*, ARRAY(SELECT item.id FROM item JOIN open ON open.start_id = item.scope_id) AS readable FROM facts`;

/** Undefined when the organization has no such connection. */
export async function readableItemIds(db: Database, question: Question, itemIds: readonly string[]) {
  return (await db.prepared<Among>('acl-among', AMONG)(valuesOf(question, itemIds)))[0];
}
