import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/**
 * Brings `live`, `scope_id` and `outer_scope_id` of these items, and of all below them that it touches, in line with
 * the tree. `moved` are those that hung elsewhere before: only they can have closed a ring. Answers what became different.
 */
export async function settleScopes(tx: Tx, ids: readonly number[], moved: readonly number[]): Promise<number[]> {
  const ringed = await inRings(tx, moved);
  if (ringed.length > 0) {
    // A ring would keep itself alive: it is cut here, and what hangs on it dies with it.
    await sql`
      UPDATE acl_items SET live = false, scope_id = NULL, outer_scope_id = NULL
      WHERE id = ANY(${ringed}::bigint[])`.execute(tx);
    await settleBelow(tx, ringed);
  }
  const changed = await settle(tx, 'id', ids);
  return [...changed, ...(await settleBelow(tx, changed))];
}

async function settleBelow(tx: Tx, changed: readonly number[]): Promise<number[]> {
  const all: number[] = [];
  for (let above = changed; above.length > 0; ) {
    above = await settle(tx, 'parent_id', above);
    for (const id of above) all.push(id);
  }
  return all;
}

/** One step: computes the items anew from their parents, and answers those that became different. */
async function settle(tx: Tx, by: 'id' | 'parent_id', ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    WITH state AS (
      SELECT i.id, i.acl_known, i.inherits, i.own_grants, p.scope_id AS above,
        i.present AND (i.parent_id IS NULL OR COALESCE(p.live, false)) AS live
      FROM acl_items i LEFT JOIN acl_items p ON p.id = i.parent_id
      WHERE ${sql.ref(`i.${by}`)} = ANY(${ids}::bigint[])
    ), due AS (
      SELECT id, live,
        CASE WHEN NOT live OR NOT acl_known THEN NULL
             WHEN inherits AND own_grants = 0 THEN above ELSE id END AS scope_id,
        CASE WHEN live AND acl_known AND inherits AND own_grants > 0 THEN above END AS outer_scope_id
      FROM state
    )
    UPDATE acl_items i SET live = due.live, scope_id = due.scope_id, outer_scope_id = due.outer_scope_id
    FROM due
    WHERE i.id = due.id AND (i.live, i.scope_id, i.outer_scope_id)
      IS DISTINCT FROM (due.live, due.scope_id, due.outer_scope_id)
    RETURNING i.id`.execute(tx);
  return rows.map((row) => row.id);
}

async function inRings(tx: Tx, moved: readonly number[]): Promise<number[]> {
  if (moved.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE up AS (
      SELECT id AS start, parent_id FROM acl_items WHERE id = ANY(${moved}::bigint[])
      UNION
      SELECT up.start, above.parent_id FROM up JOIN acl_items above ON above.id = up.parent_id
    )
    SELECT DISTINCT start AS id FROM up WHERE parent_id = start`.execute(tx);
  return rows.map((row) => row.id);
}
