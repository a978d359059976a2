import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { groupBy } from '#platform/group-by.ts';
import type { HeldRow } from './item.rules.ts';
import type { HeldGrant } from './revoke.rules.ts';

export async function grantsByItem(tx: Tx, itemIds: readonly number[]): Promise<Map<number, HeldGrant[]>> {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<HeldGrant>`
    SELECT g.item_id, g.permission_id, g.principal_id, g.role, g.gate, g.expires_at, p.key
    FROM acl_grants g JOIN acl_principals p ON p.id = g.principal_id
    WHERE g.item_id = ANY(${itemIds}::bigint[])`.execute(tx);
  return groupBy(rows, ({ item_id }) => item_id);
}

export async function takeGrants(tx: Tx, gone: readonly HeldGrant[], less: readonly HeldGrant[]): Promise<void> {
  if (gone.length > 0)
    await sql`
      DELETE FROM acl_grants g USING json_to_recordset(${JSON.stringify(gone)}::json)
        AS gone (item_id bigint, permission_id text, principal_id bigint)
      WHERE g.item_id = gone.item_id AND g.permission_id = gone.permission_id
        AND g.principal_id = gone.principal_id`.execute(tx);
  if (less.length > 0)
    await sql`
      UPDATE acl_grants g SET role = less.role, gate = less.gate, expires_at = less.expires_at
      FROM json_to_recordset(${JSON.stringify(less)}::json) AS less (item_id bigint, permission_id text,
        principal_id bigint, role text, gate text, expires_at timestamptz)
      WHERE g.item_id = less.item_id AND g.permission_id = less.permission_id
        AND g.principal_id = less.principal_id`.execute(tx);
}

export async function saveLists(tx: Tx, rows: readonly HeldRow[]): Promise<void> {
  if (rows.length === 0) return;
  const facts = rows.map(({ id, inherits, own_grants, acl_tick }) => ({ id, inherits, own_grants, acl_tick }));
  await sql`
    UPDATE acl_items i SET inherits = r.inherits, own_grants = r.own_grants, acl_tick = r.acl_tick
    FROM json_to_recordset(${JSON.stringify(facts)}::json)
      AS r (id bigint, inherits boolean, own_grants integer, acl_tick bigint)
    WHERE i.id = r.id`.execute(tx);
}

/** No item has this id, so what hangs there is below something that is missing. */
const NOWHERE = 0;

/** The whole pass puts them where they are, or removes them: it was told of each. */
export async function hide(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`UPDATE acl_items SET parent_id = ${NOWHERE} WHERE id = ANY(${ids}::bigint[])`.execute(tx);
}

interface Move {
  readonly id: number;
  readonly parentId: number;
}

/** Those of the items that, moved so, would hang below something missing or below themselves. */
export async function unreachable(tx: Tx, moves: readonly Move[]): Promise<number[]> {
  if (moves.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE move AS (
      SELECT * FROM unnest(${moves.map(({ id }) => id)}::bigint[], ${moves.map(({ parentId }) => parentId)}::bigint[])
        AS m (id, parent_id)
    ), up AS (
      SELECT id, parent_id AS above FROM move
      UNION
      SELECT up.id, COALESCE(move.parent_id, i.parent_id) FROM up JOIN acl_items i ON i.id = up.above
        LEFT JOIN move ON move.id = i.id
    )
    SELECT id FROM move WHERE NOT EXISTS (SELECT FROM acl_items p WHERE p.id = move.parent_id AND p.live)
    UNION SELECT id FROM up WHERE above = id`.execute(tx);
  return rows.map((row) => row.id);
}
