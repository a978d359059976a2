import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { GrantRow } from '../access-sync.tables.ts';
import type { Grant } from '../model.ts';
import type { Change } from './change-log.store.ts';
import { nodeOf } from './node.rules.ts';
import { ensureNodes, type NodeIds } from './principal.store.ts';

export interface GrantsOfItem {
  readonly itemId: number;
  readonly itemKey: string;
  /** False: nothing is held for it, so nothing need be looked up. */
  readonly held: boolean;
  readonly grants: readonly Grant[];
}

/** Makes these the grants of the items. Answers what became different, and on which items something new was granted. */
export async function replaceGrants(tx: Tx, connectionId: string, generation: number, items: readonly GrantsOfItem[]) {
  const changes: Change[] = [];
  const write: GrantRow[] = [];
  const gone: GrantRow[] = [];
  const gained: number[] = [];
  if (items.length === 0) return { changes, gained };
  const nodes = await ensureNodes(
    tx,
    connectionId,
    items.flatMap(({ grants }) => grants.map(({ subject }) => subject)),
  );
  const held = await heldGrants(
    tx,
    items.filter((item) => item.held).map(({ itemId }) => itemId),
  );
  for (const item of items) {
    const before = held.get(item.itemId) ?? new Map<string, GrantRow>();
    const after = new Map(item.grants.map((grant) => rowOf(item.itemId, grant, nodes, generation)).map(withKey));
    const added = [...after].flatMap(([name, row]) => (same(before.get(name), row) ? [] : [row]));
    const removed = [...before].flatMap(([name, row]) => (after.has(name) ? [] : [row]));
    write.push(...added);
    gone.push(...removed);
    if (added.length > 0) gained.push(item.itemId);
    if (added.length + removed.length > 0) {
      const details = { added: added.map(brief), removed: removed.map(brief) };
      changes.push({ kind: 'grantsChanged', subject: item.itemKey, details });
    }
  }
  await deleteGrants(tx, gone);
  await writeGrants(tx, write);
  return { changes, gained };
}

const withKey = (row: GrantRow): [string, GrantRow] => [`${row.principal_id} ${row.permission_id}`, row];
const brief = ({ permission_id, principal_id, role }: GrantRow) => ({
  permissionId: permission_id,
  principal: principal_id,
  role,
});

function rowOf(itemId: number, grant: Grant, nodes: NodeIds, generation: number): GrantRow {
  return {
    item_id: itemId,
    permission_id: grant.permissionId,
    principal_id: nodes.get(nodeOf(grant.subject).key) ?? 0,
    role: grant.role,
    gate: grant.gate,
    ignored: grant.ignored ?? null,
    inherited_from: grant.inheritedFrom ?? null,
    expires_at: grant.expiresAt ?? null,
    raw: grant.raw ?? null,
    generation,
  };
}

function same(before: GrantRow | undefined, after: GrantRow): boolean {
  if (before === undefined) return false;
  const { generation: _, raw, ...facts } = after;
  const { generation: __, raw: rawBefore, ...stateBefore } = before;
  return isDeepStrictEqual(facts, stateBefore) && isDeepStrictEqual(JSON.parse(JSON.stringify(raw)), rawBefore);
}

async function heldGrants(tx: Tx, itemIds: readonly number[]): Promise<Map<number, Map<string, GrantRow>>> {
  const byItem = new Map<number, Map<string, GrantRow>>();
  if (itemIds.length === 0) return byItem;
  const rows = await tx
    .selectFrom('acl_grants')
    .selectAll()
    .where('item_id', '=', sql<number>`ANY(${itemIds}::bigint[])`)
    .execute();
  for (const row of rows) {
    const grants = byItem.get(row.item_id) ?? new Map<string, GrantRow>();
    byItem.set(row.item_id, grants.set(...withKey(row)));
  }
  return byItem;
}

async function deleteGrants(tx: Tx, rows: readonly GrantRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    DELETE FROM acl_grants g USING unnest(${rows.map((r) => r.item_id)}::bigint[],
      ${rows.map((r) => r.permission_id)}::text[], ${rows.map((r) => r.principal_id)}::bigint[])
      AS gone (item_id, permission_id, principal_id)
    WHERE g.item_id = gone.item_id AND g.permission_id = gone.permission_id AND g.principal_id = gone.principal_id`.execute(
    tx,
  );
}

async function writeGrants(tx: Tx, rows: readonly GrantRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO acl_grants (item_id, permission_id, principal_id, role, gate, ignored, inherited_from, expires_at, raw,
      generation)
    SELECT r.item_id, r.permission_id, r.principal_id, r.role, r.gate, r.ignored, r.inherited_from, r.expires_at,
      COALESCE(r.raw, 'null'), r.generation
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (item_id bigint, permission_id text, principal_id bigint,
      role text, gate text, ignored text, inherited_from text, expires_at timestamptz, raw jsonb, generation integer)
    ON CONFLICT (item_id, permission_id, principal_id) DO UPDATE SET role = excluded.role, gate = excluded.gate,
      ignored = excluded.ignored, inherited_from = excluded.inherited_from, expires_at = excluded.expires_at,
      raw = excluded.raw, generation = excluded.generation`.execute(tx);
}
