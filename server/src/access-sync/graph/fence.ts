import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** Somebody else synchronises the connection now, or it is gone: whatever this writer read is thrown away. */
export class StaleFence extends Error {
  override readonly name = 'StaleFence';

  constructor(connectionId: string, fence: number) {
    super(`Lease ${fence} on connection ${connectionId} has ended; what was read under it is dropped.`);
  }
}

/** Held until the transaction ends, so that no newer lease can begin between this look and the commit. */
export async function requireFence(tx: Tx, connectionId: string, fence: number): Promise<void> {
  const { rows } = await sql<{ fence: number }>`
    SELECT fence FROM acl_sync WHERE connection_id = ${connectionId} FOR UPDATE`.execute(tx);
  if (rows[0]?.fence !== fence) throw new StaleFence(connectionId, fence);
}
