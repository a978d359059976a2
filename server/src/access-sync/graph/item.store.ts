import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { HeldRow } from './item.rules.ts';

/** A row for something that was named and not met. */
export const absentRow = (id: number, key: string, spaceId: number): HeldRow => ({
  id,
  space_id: spaceId,
  key,
  source_id: key,
  parent_id: null,
  name: '',
  kind: 'folder',
  etag: null,
  web_url: null,
  present: false,
  acl_known: false,
  inherits: false,
  own_grants: 0,
  generation: 0,
  tick: 0,
  acl_tick: 0,
  verified_at: null,
});

const COLUMNS = Object.keys(absentRow(0, '', 0)) as (keyof HeldRow)[];

export async function heldRows(tx: Tx, connectionId: string, keys: readonly string[]): Promise<Map<string, HeldRow>> {
  const rows = await tx
    .selectFrom('acl_items')
    .select(COLUMNS)
    .where('connection_id', '=', connectionId)
    .where('key', '=', sql<string>`ANY(${keys}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/** Ids for rows that will be written: items of one batch refer to each other before any of them exists. */
export async function newItemIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('acl_items', 'id')) AS id FROM generate_series(1, ${count})`.execute(tx);
  return rows.map((row) => row.id);
}

export async function saveRows(tx: Tx, connectionId: string, rows: readonly HeldRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO acl_items (connection_id, id, space_id, key, source_id, parent_id, name, kind, etag, web_url, present,
      acl_known, inherits, own_grants, generation, tick, acl_tick, verified_at)
    SELECT ${connectionId}, r.*
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (id bigint, space_id bigint, key text, source_id text,
      parent_id bigint, name text, kind text, etag text, web_url text, present boolean, acl_known boolean,
      inherits boolean, own_grants integer, generation integer, tick bigint, acl_tick bigint, verified_at timestamptz)
    ON CONFLICT (id) DO UPDATE SET space_id = excluded.space_id, source_id = excluded.source_id,
      parent_id = excluded.parent_id, name = excluded.name, kind = excluded.kind, etag = excluded.etag,
      web_url = excluded.web_url, present = excluded.present, acl_known = excluded.acl_known,
      inherits = excluded.inherits, own_grants = excluded.own_grants, generation = excluded.generation,
      tick = excluded.tick, acl_tick = excluded.acl_tick, verified_at = excluded.verified_at`.execute(tx);
}

/** What a completed crawl did not meet is gone, unless a later read has seen it. Answers the rows. */
export async function removeUnseen(tx: Tx, spaceId: number, generation: number, crawlTick: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE acl_items SET present = false, acl_known = false, inherits = false, own_grants = 0
    WHERE space_id = ${spaceId} AND present AND generation < ${generation} AND tick < ${crawlTick}
    RETURNING id`.execute(tx);
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await sql`DELETE FROM acl_grants WHERE item_id = ANY(${ids}::bigint[])`.execute(tx);
  return ids;
}

/** Rows that stand for nothing and carry nothing, from the leaves up. */
export async function dropAbsent(tx: Tx, spaceId: number): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM acl_items gone WHERE gone.space_id = ${spaceId} AND NOT gone.present
        AND NOT EXISTS (SELECT FROM acl_items child WHERE child.parent_id = gone.id)`.execute(tx);
    if ((numAffectedRows ?? 0n) === 0n) return;
  }
}

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
