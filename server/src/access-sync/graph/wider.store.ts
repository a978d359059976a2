import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/**
 * Groups by which somebody may now read what they could not before: those behind the grants that count for items that
 * came elsewhere, and behind grants that are new, with all groups in them. Null: nobody may read more.
 */
export async function groupsBehind(
  tx: Tx,
  placed: readonly number[],
  gained: readonly number[],
): Promise<string[] | null> {
  if (placed.length + gained.length === 0) return null;
  const { rows } = await sql<{ granted: boolean; groups: string[] }>`
    WITH RECURSIVE chain AS (
      (SELECT scope_id AS id FROM acl_items WHERE id = ANY(${placed}::bigint[]) AND scope_id IS NOT NULL
       UNION SELECT unnest(${gained}::bigint[]))
      UNION
      SELECT s.outer_scope_id FROM chain JOIN acl_items s ON s.id = chain.id WHERE s.outer_scope_id IS NOT NULL
    ), granted AS (
      SELECT DISTINCT g.principal_id AS id FROM chain JOIN acl_grants g ON g.item_id = chain.id
      WHERE g.gate <> 'never' AND g.role <> 'none'
    ), node AS (
      SELECT id FROM granted UNION SELECT c.node_id FROM granted JOIN acl_closure c ON c.ancestor_id = granted.id
    )
    SELECT EXISTS (SELECT FROM granted) AS granted, ARRAY(
      SELECT p.key FROM node JOIN acl_principals p ON p.id = node.id WHERE p.kind = 'group' AND p.known) AS groups`.execute(
    tx,
  );
  return rows[0]?.granted === true ? rows[0].groups : null;
}
