import type { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import type { ReadableItem, Reader } from './access.schema.ts';
import type { Counting } from './access.store.ts';

interface Window {
  readonly offset: number;
  readonly limit: number;
}

type Counted<Row> = Promise<{ readonly rows: Row[]; readonly total: number }>;

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

export async function readableItems(
  db: Database,
  nodes: readonly number[],
  { gates, now }: Counting,
  { offset, limit }: Window,
): Counted<z.infer<typeof ReadableItem>> {
  type Row = z.infer<typeof ReadableItem> & { total: number };
  const ask = db.prepared<Row>('acl-readable', READABLE);
  const found = await ask([nodes, gates, now, offset, limit]);
  const [first] = found.length > 0 || offset === 0 ? found : await ask([nodes, gates, now, 0, 1]);
  return { rows: found.map(({ total: _, ...row }) => row), total: first?.total ?? 0 };
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

export async function readersOf(
  db: Database,
  connectionId: string,
  itemId: number,
  { gates, now }: Counting,
  { offset, limit }: Window,
): Counted<z.infer<typeof Reader>> {
  type Row = z.infer<typeof Reader> & { total: number };
  const ask = db.prepared<Row>('acl-readers', READERS);
  const found = await ask([connectionId, gates, now, itemId, offset, limit]);
  const [first] = found.length > 0 || offset === 0 ? found : await ask([connectionId, gates, now, itemId, 0, 1]);
  return { rows: found.map(({ total: _, ...row }) => row), total: first?.total ?? 0 };
}
