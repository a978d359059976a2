import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { HeldRow } from './item.rules.ts';

const COLUMNS = [
  'id',
  'space_id',
  'key',
  'source_id',
  'parent_id',
  'name',
  'kind',
  'etag',
  'web_url',
  'present',
  'acl_known',
  'inherits',
  'own_grants',
  'generation',
  'tick',
  'acl_tick',
  'verified_at',
] as const;

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
