import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** Until the transaction ends nobody else makes a batch for this deployment. */
export async function holdBatches(tx: Tx, deploymentId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('monitoring batches ' || ${deploymentId}, 0))`.execute(tx);
}
