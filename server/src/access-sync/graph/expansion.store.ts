import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

export interface Expansion {
  readonly groups: readonly string[];
  /** Items whose grants count for what is new and were read before this pass: a feed may have kept silent about them. */
  readonly lists: readonly string[];
}

/**
 * Groups by which somebody may now read what they could not before: those behind the grants that count for items that
 * came elsewhere, and behind grants that are new, with all groups in them. Null: nobody may read more.
 */
export async function findExpansion(
  tx: Tx,
  placed: readonly number[],
  gained: readonly number[],
  truthTick: number,
): Promise<Expansion | null> {
  if (placed.length + gained.length === 0) return null;
  const { rows } = await sql<Expansion & { granted: boolean }>`
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
      SELECT p.key FROM node JOIN acl_principals p ON p.id = node.id WHERE p.kind = 'group' AND p.known) AS groups,
      ARRAY(SELECT i.key FROM chain JOIN acl_items i ON i.id = chain.id WHERE i.acl_tick < ${truthTick}) AS lists`.execute(
    tx,
  );
  const [row] = rows;
  return row?.granted === true ? { groups: row.groups, lists: row.lists } : null;
}
