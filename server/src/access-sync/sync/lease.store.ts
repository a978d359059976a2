import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';

/** The right to synchronise a connection. The database's clock alone tells how long it lasts. */
export interface Lease {
  readonly connectionId: string;
  readonly fence: number;
}

/** One connection that nobody synchronises, or null. */
export async function takeLease(db: Queries, owner: string, seconds: number): Promise<Lease | null> {
  const { rows } = await sql<Lease>`
    UPDATE acl_sync held SET fence = held.fence + 1, lease_owner = ${owner}, running = true,
      lease_until = now() + make_interval(secs => ${seconds})
    FROM (
      SELECT s.connection_id FROM acl_sync s JOIN acl_connections c ON c.id = s.connection_id
      WHERE NOT c.paused AND s.due_at <= now() AND (s.lease_until IS NULL OR s.lease_until < now())
      ORDER BY s.due_at LIMIT 1 FOR UPDATE OF s SKIP LOCKED
    ) due
    WHERE held.connection_id = due.connection_id
    RETURNING held.connection_id AS "connectionId", held.fence`.execute(db);
  return rows[0] ?? null;
}

/** False when it was lost. */
export async function renewLease(db: Queries, { connectionId, fence }: Lease, seconds: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE acl_sync SET lease_until = now() + make_interval(secs => ${seconds})
    WHERE connection_id = ${connectionId} AND fence = ${fence} AND lease_owner IS NOT NULL`.execute(db);
  return numAffectedRows === 1n;
}

/** Whoever comes next may take it after the pause. */
export async function giveLeaseBack(db: Queries, { connectionId, fence }: Lease, pauseSeconds: number): Promise<void> {
  await sql`
    UPDATE acl_sync SET lease_owner = NULL, lease_until = NULL, running = false,
      due_at = now() + make_interval(secs => ${pauseSeconds})
    WHERE connection_id = ${connectionId} AND fence = ${fence}`.execute(db);
}
