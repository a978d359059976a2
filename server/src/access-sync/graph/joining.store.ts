import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Edge, Hold } from './membership.store.ts';

/**
 * Somebody who joins a group could read with it what was taken from the group before they joined, where that was not read
 * yet. So a membership, and a person who comes back, count once the whole directory and every space were read after they
 * were first seen: by then all that is held was true together with them.
 */
export async function holdOf(tx: Tx, connectionId: string, seenTick: number): Promise<Hold> {
  const { rows } = await sql<{ older: boolean }>`
    SELECT EXISTS (SELECT FROM acl_spaces WHERE connection_id = ${connectionId} AND complete_at IS NOT NULL
      AND complete_tick < ${seenTick}) AS older`.execute(tx);
  return rows[0]?.older === true ? { connectionId, seenTick } : null;
}

/** Whoever waits already goes on waiting from when they were first seen. */
export async function addJoining(tx: Tx, hold: Exclude<Hold, null>, edges: readonly Edge[]): Promise<void> {
  if (edges.length === 0) return;
  await sql`
    INSERT INTO acl_joining (connection_id, group_id, member_id, seen_tick)
    SELECT ${hold.connectionId}, group_id, member_id, ${hold.seenTick}
    FROM unnest(${edges.map((e) => e.group_id)}::bigint[], ${edges.map((e) => e.member_id)}::bigint[])
      AS seen (group_id, member_id)
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Of those who wait for these groups, or of these members, only the edges told again go on waiting. */
export async function keepJoining(
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
export async function takeJoined(tx: Tx, connectionId: string): Promise<Edge[]> {
  await sql`
    UPDATE acl_principals SET active = true, waking_tick = NULL
    WHERE connection_id = ${connectionId} AND waking_tick <= ${SETTLED(connectionId)}`.execute(tx);
  const { rows } = await sql<Edge>`
    DELETE FROM acl_joining j USING acl_principals p
    WHERE j.connection_id = ${connectionId} AND j.seen_tick <= ${SETTLED(connectionId)} AND p.id = j.member_id
    RETURNING j.group_id, j.member_id, p.kind AS member_kind`.execute(tx);
  return rows;
}

export async function anybodyWaits(tx: Tx, connectionId: string): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    SELECT EXISTS (SELECT FROM acl_joining WHERE connection_id = ${connectionId})
      OR EXISTS (SELECT FROM acl_principals WHERE connection_id = ${connectionId} AND waking_tick IS NOT NULL)
      AS waits`.execute(tx);
  return rows[0]?.waits === true;
}
