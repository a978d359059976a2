import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { NodeKind } from '../access-sync.tables.ts';

export interface Edge {
  readonly group_id: number;
  readonly member_id: number;
  readonly member_kind: NodeKind;
}

/** What is new waits as of this tick; null: it counts at once. */
export type Hold = { readonly connectionId: string; readonly seenTick: number } | null;

export interface EdgeChange {
  readonly added: readonly Edge[];
  readonly removed: readonly Edge[];
}

/** Writes the edges and brings the closure in line. People are only ever at the end of an edge and are not in it. */
export async function changeEdges(tx: Tx, { added, removed }: EdgeChange): Promise<void> {
  if (removed.length > 0) {
    await sql`
      DELETE FROM acl_members m USING unnest(${removed.map((e) => e.group_id)}::bigint[],
        ${removed.map((e) => e.member_id)}::bigint[]) AS gone (group_id, member_id)
      WHERE m.group_id = gone.group_id AND m.member_id = gone.member_id`.execute(tx);
  }
  if (added.length > 0) {
    await sql`
      INSERT INTO acl_members (group_id, member_id)
      SELECT * FROM unnest(${added.map((e) => e.group_id)}::bigint[], ${added.map((e) => e.member_id)}::bigint[])
      ON CONFLICT DO NOTHING`.execute(tx);
  }
  const nested = [...added, ...removed].filter((edge) => edge.member_kind !== 'user');
  if (nested.length > 0) await recloseBelow(tx, [...new Set(nested.map((edge) => edge.member_id))]);
}

/**
 * What is above these nodes, and above everything that was below them, is computed anew. Nodes that came below only now
 * are ends of a changed edge themselves, so the closure as held names all that can differ. Rings end the walk, because
 * UNION meets each pair once; a node in a ring is among its own ancestors, which says nothing and is left out.
 */
async function recloseBelow(tx: Tx, nodes: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT node_id AS id FROM acl_closure WHERE ancestor_id = ANY(${nodes}::bigint[])
    UNION SELECT unnest(${nodes}::bigint[])`.execute(tx);
  const below = rows.map((row) => row.id);
  await sql`
    WITH RECURSIVE up AS (
      SELECT m.member_id AS node_id, m.group_id AS ancestor_id FROM acl_members m WHERE m.member_id = ANY(${below}::bigint[])
      UNION
      SELECT up.node_id, m.group_id FROM up JOIN acl_members m ON m.member_id = up.ancestor_id
    ), gone AS (
      DELETE FROM acl_closure c WHERE c.node_id = ANY(${below}::bigint[])
        AND NOT EXISTS (SELECT FROM up WHERE up.node_id = c.node_id AND up.ancestor_id = c.ancestor_id)
    )
    INSERT INTO acl_closure (node_id, ancestor_id)
    SELECT node_id, ancestor_id FROM up WHERE node_id <> ancestor_id
    ON CONFLICT DO NOTHING`.execute(tx);
}

/**
 * Makes these the members of the groups, or the groups of the members. Answers what became different at once. Of members,
 * addresses are left out: who is behind one is not the group's business.
 */
export async function replaceEdges(
  tx: Tx,
  by: 'group_id' | 'member_id',
  ids: readonly number[],
  edges: readonly Edge[],
  hold: Hold,
): Promise<EdgeChange> {
  const { rows: held } = await sql<Edge>`
    SELECT m.group_id, m.member_id, p.kind AS member_kind FROM acl_members m
    JOIN acl_principals p ON p.id = m.member_id JOIN acl_principals g ON g.id = m.group_id
    WHERE ${sql.ref(`m.${by}`)} = ANY(${ids}::bigint[])
      AND ${by === 'group_id' ? sql`true` : sql`g.kind <> 'mail'`}`.execute(tx);
  const change = difference(held, edges);
  await retainPendingMembers(tx, by, ids, edges);
  return take(tx, change, hold);
}

async function take(tx: Tx, { added, removed }: EdgeChange, hold: Hold): Promise<EdgeChange> {
  const change = hold === null ? { added, removed } : { added: [], removed };
  if (hold !== null) await addPendingMembers(tx, hold, added);
  await changeEdges(tx, change);
  return change;
}

export function difference(held: readonly Edge[], due: readonly Edge[]): EdgeChange {
  const name = (edge: Edge) => `${edge.group_id} ${edge.member_id}`;
  const heldNames = new Set(held.map(name));
  const dueNames = new Set(due.map(name));
  return {
    added: due.filter((edge) => !heldNames.has(name(edge))),
    removed: held.filter((edge) => !dueNames.has(name(edge))),
  };
}

/**
 * Somebody who joins a group could read with it what was taken from the group before they joined, where that was not read
 * yet. So a membership, and a person who comes back, count once the whole directory and every space were read after they
 * were first seen: by then all that is held was true together with them.
 */
export async function pendingSince(tx: Tx, connectionId: string, seenTick: number): Promise<Hold> {
  const { rows } = await sql<{ older: boolean }>`
    SELECT EXISTS (SELECT FROM acl_spaces WHERE connection_id = ${connectionId} AND complete_at IS NOT NULL
      AND complete_tick < ${seenTick}) AS older`.execute(tx);
  return rows[0]?.older === true ? { connectionId, seenTick } : null;
}

/** Whoever waits already goes on waiting from when they were first seen. */
async function addPendingMembers(tx: Tx, hold: Exclude<Hold, null>, edges: readonly Edge[]): Promise<void> {
  if (edges.length === 0) return;
  await sql`
    INSERT INTO acl_joining (connection_id, group_id, member_id, seen_tick)
    SELECT ${hold.connectionId}, group_id, member_id, ${hold.seenTick}
    FROM unnest(${edges.map((e) => e.group_id)}::bigint[], ${edges.map((e) => e.member_id)}::bigint[])
      AS seen (group_id, member_id)
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Of those who wait for these groups, or of these members, only the edges told again go on waiting. */
async function retainPendingMembers(
  tx: Tx,
  by: 'group_id' | 'member_id',
  ids: readonly number[],
  edges: readonly Edge[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    DELETE FROM acl_joining j WHERE ${sql.ref(`j.${by}`)} = ANY(${ids}::bigint[]) AND NOT EXISTS (
      SELECT FROM unnest(${edges.map((e) => e.group_id)}::bigint[], ${edges.map((e) => e.member_id)}::bigint[])
        AS told (group_id, member_id)
      WHERE told.group_id = j.group_id AND told.member_id = j.member_id)`.execute(tx);
}

/** The tick before which everything that is held was read again. A space that is not in force shows nothing. */
const SETTLED = (connectionId: string) => sql`(
  SELECT LEAST(s.directory_tick, (SELECT min(complete_tick) FROM acl_spaces
    WHERE connection_id = s.connection_id AND complete_at IS NOT NULL))
  FROM acl_sync s WHERE s.connection_id = ${connectionId})`;

/** Takes those who need not wait any more out of the waiting. */
export async function takeActivated(tx: Tx, connectionId: string): Promise<Edge[]> {
  await sql`
    UPDATE acl_principals SET active = true, waking_tick = NULL
    WHERE connection_id = ${connectionId} AND waking_tick <= ${SETTLED(connectionId)}`.execute(tx);
  const { rows } = await sql<Edge>`
    DELETE FROM acl_joining j USING acl_principals p
    WHERE j.connection_id = ${connectionId} AND j.seen_tick <= ${SETTLED(connectionId)} AND p.id = j.member_id
    RETURNING j.group_id, j.member_id, p.kind AS member_kind`.execute(tx);
  return rows;
}

export async function hasPendingMembers(tx: Tx, connectionId: string): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    SELECT EXISTS (SELECT FROM acl_joining WHERE connection_id = ${connectionId})
      OR EXISTS (SELECT FROM acl_principals WHERE connection_id = ${connectionId} AND waking_tick IS NOT NULL)
      AS waits`.execute(tx);
  return rows[0]?.waits === true;
}
