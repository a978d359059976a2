import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';

export async function deleteOldRows(
  db: Queries,
  organizationId: string,
  deploymentId: string,
  before: Date,
): Promise<void> {
  await db
    .deleteFrom('monitoring_rows')
    .where('organization_id', '=', organizationId)
    .where('deployment_id', '=', deploymentId)
    .where('predicted_at', '<', before)
    .execute();
}

/** Those without a prediction that still waits. */
export async function deleteOldActuals(
  db: Queries,
  organizationId: string,
  deploymentId: string,
  before: Date,
): Promise<void> {
  await sql`
    DELETE FROM monitoring_actuals a WHERE a.organization_id = ${organizationId} AND a.deployment_id = ${deploymentId}
      AND a.received_at < ${before} AND NOT EXISTS (SELECT FROM monitoring_rows r
        WHERE r.deployment_id = a.deployment_id AND r.association_id = a.association_id)`.execute(db);
}

/** When the first prediction of a batch was made; null for none. */
export async function batchBegan(tx: Tx, organizationId: string, batchId: string): Promise<Date | null> {
  const { rows } = await sql<{ began: Date | null }>`
    SELECT min(m.earliest) AS began FROM monitoring_batch_models m JOIN monitoring_batches b ON b.id = m.batch_id
    WHERE b.organization_id = ${organizationId} AND b.id = ${batchId}`.execute(tx);
  return rows[0]?.began ?? null;
}
