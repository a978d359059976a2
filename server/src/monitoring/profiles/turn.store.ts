import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** Until the transaction ends nobody else adds to what is known of the deployment. */
export async function takeTurn(tx: Tx, deploymentId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('monitoring ' || ${deploymentId}, 0))`.execute(tx);
}
