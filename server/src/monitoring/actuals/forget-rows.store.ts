import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import type { StaleRow } from './actuals.tables.ts';

/** Hour by hour: one of which something still waits is kept whole, so that its sums can be made anew. */
export async function deleteOldRows(
  db: Queries,
  organizationId: string,
  deploymentId: string,
  before: Date,
): Promise<void> {
  await sql`
    DELETE FROM monitoring_rows r USING (
      SELECT date_trunc('hour', predicted_at, 'UTC') AS hour FROM monitoring_rows
      WHERE organization_id = ${organizationId} AND deployment_id = ${deploymentId} AND predicted_at < ${before}
      GROUP BY 1 HAVING max(coalesce(noted_at, predicted_at)) < ${before}) AS old
    WHERE r.organization_id = ${organizationId} AND r.deployment_id = ${deploymentId}
      AND r.predicted_at >= old.hour AND r.predicted_at < old.hour + interval '1 hour'`.execute(db);
}

/** Whether any prediction of an hour still waits. */
export async function isHourKept(tx: Tx, place: StaleRow): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM monitoring_rows WHERE organization_id = ${place.organization_id}
      AND deployment_id = ${place.deployment_id} AND package_id = ${place.package_id}
      AND predicted_at >= ${place.hour} AND predicted_at < ${place.hour}::timestamptz + interval '1 hour' LIMIT 1`.execute(
    tx,
  );
  return rows.length > 0;
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
