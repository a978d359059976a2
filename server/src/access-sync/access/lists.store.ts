import type { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import type { Window } from '#platform/http/page.ts';
import type { ReadableItem, Reader } from './access.schema.ts';
import type { Counting } from './access.store.ts';

/** Every row carries the total; behind the last page the first row is asked for it. */
async function pageWithTotal<Row>(
  ask: (window: Window) => Promise<(Row & { readonly total: number })[]>,
  window: Window,
) {
  const found = await ask(window);
  const [first] = found.length > 0 || window.offset === 0 ? found : await ask({ offset: 0, limit: 1 });
  return { rows: found.map(({ total: _, ...row }) => row), total: first?.total ?? 0 };
}

const COUNTS = `g.gate = ANY($2::text[]) AND g.role <> 'none' AND (g.expires_at IS NULL OR g.expires_at > $3)`;

/**
 * The scopes a person can read, then their items scope by scope: the page ends the walk, nothing is sorted. The total is
 * counted from the index alone.
 */
const READABLE = `
  WITH RECURSIVE granted AS (
    SELECT DISTINCT g.item_id AS id FROM acl_grants g WHERE g.principal_id = ANY($1::bigint[]) AND ${COUNTS}
  ), scope AS (
    SELECT id FROM granted
    UNION
    -- One look into the index for each scope: the planner, left alone, reads the whole of it for each step.
    SELECT i.id FROM scope CROSS JOIN LATERAL
      (SELECT inner_one.id FROM acl_items inner_one WHERE inner_one.outer_scope_id = scope.id OFFSET 0) i
  ), listed AS MATERIALIZED (SELECT id FROM scope ORDER BY id)
  SELECT i.key AS id, i.source_id AS "sourceId", i.name, i.kind, p.key AS "parentId", i.web_url AS "webUrl",
    (SELECT count(*) FROM acl_items WHERE scope_id IN (SELECT id FROM listed)) AS total
  FROM (
    SELECT page.id FROM listed CROSS JOIN LATERAL
      (SELECT one.id FROM acl_items one WHERE one.scope_id = listed.id ORDER BY one.id) page
    OFFSET $4 LIMIT $5
  ) page
  CROSS JOIN LATERAL (SELECT * FROM acl_items WHERE id = page.id OFFSET 0) i
  LEFT JOIN LATERAL (SELECT key FROM acl_items WHERE id = i.parent_id OFFSET 0) p ON true
  ORDER BY i.scope_id, i.id`;

export function readableItems(db: Database, nodes: readonly number[], { gates, now }: Counting, window: Window) {
  const ask = db.prepared<z.infer<typeof ReadableItem> & { total: number }>('acl-readable', READABLE);
  return pageWithTotal(({ offset, limit }) => ask([nodes, gates, now, offset, limit]), window);
}

/** Everybody behind the subjects of the grants that count for the item; those who are not active read nothing. */
const READERS = `
  WITH RECURSIVE chain AS (
    SELECT scope_id FROM acl_items WHERE id = $4 AND connection_id = $1 AND scope_id IS NOT NULL
    UNION ALL
    SELECT s.outer_scope_id FROM chain JOIN acl_items s ON s.id = chain.scope_id WHERE s.outer_scope_id IS NOT NULL
  ), granted AS (
    SELECT DISTINCT g.principal_id AS id FROM chain JOIN acl_grants g ON g.item_id = chain.scope_id WHERE ${COUNTS}
  ), node AS (
    SELECT p.id, p.key, p.kind, p.email FROM acl_principals p
    WHERE p.id IN (SELECT id FROM granted UNION
                   SELECT c.node_id FROM granted JOIN acl_closure c ON c.ancestor_id = granted.id)
  ), person AS (
    SELECT id FROM node WHERE kind = 'user'
    UNION SELECT m.member_id FROM node JOIN acl_members m ON m.group_id = node.id
    UNION SELECT p.id FROM acl_principals p WHERE p.connection_id = $1 AND p.kind = 'user' AND EXISTS (
      SELECT FROM node WHERE kind IN ('everyone', 'anyone') OR (kind = 'tenant' AND NOT p.guest))
    UNION SELECT i.principal_id FROM node JOIN acl_identities i ON i.connection_id = $1
      AND node.key = 'domain:' || split_part(i.email_key, '@', 2)
  ), reader AS (
    SELECT 'user' AS type, p.key AS id, p.name, p.email FROM person JOIN acl_principals p ON p.id = person.id
    WHERE p.kind = 'user' AND p.active AND p.known
    UNION ALL SELECT kind, key, NULL, NULL FROM node WHERE kind IN ('anyone', 'domain')
    UNION ALL SELECT 'external', key, NULL, email FROM node WHERE kind = 'mail' AND key = 'mail:' || email
      AND NOT EXISTS (SELECT FROM acl_identities i WHERE i.connection_id = $1 AND i.email_key = node.email)
  )
  SELECT type, id, name, email, count(*) OVER () AS total FROM reader ORDER BY type, email, id OFFSET $5 LIMIT $6`;

export function readersOf(
  db: Database,
  connectionId: string,
  itemId: number,
  { gates, now }: Counting,
  window: Window,
) {
  const ask = db.prepared<z.infer<typeof Reader> & { total: number }>('acl-readers', READERS);
  return pageWithTotal(({ offset, limit }) => ask([connectionId, gates, now, itemId, offset, limit]), window);
}
