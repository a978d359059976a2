import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import type { DeletedPeriod } from './deletion.rules.ts';

interface Doomed extends DeletedPeriod {
  readonly organizationId: string;
  readonly deploymentId: string;
  readonly modelId: string;
}

/** Whether anything is known of predictions of the model, whether or not it answered for the deployment. */
export async function isWatchedModel(db: Queries, { organizationId, deploymentId, modelId }: Doomed): Promise<boolean> {
  const found = await db
    .selectFrom('monitoring_profiles')
    .select('model_id')
    .where('organization_id', '=', organizationId)
    .where('deployment_id', '=', deploymentId)
    .where('model_id', '=', modelId)
    .limit(1)
    .execute();
  return found.length > 0;
}

const SUMS = ['monitoring_profiles', 'monitoring_service', 'monitoring_accuracy'] as const;

/** Sums of hours, and rows that wait for actuals. Of batches only without a period: their sums have no parts. */
export async function deleteSums(tx: Tx, doomed: Doomed): Promise<void> {
  const { organizationId, deploymentId, modelId, start, end } = doomed;
  const ours = sql`organization_id = ${organizationId} AND deployment_id = ${deploymentId} AND model_id = ${modelId}`;
  const within = (column: string) => sql`
    ${start === null ? sql`true` : sql`${sql.ref(column)} >= ${start}`}
    AND ${end === null ? sql`true` : sql`${sql.ref(column)} < ${end}`}`;
  const isAll = start === null && end === null;
  for (const table of SUMS) {
    const which = isAll ? sql`true` : sql`batch_id = '' AND ${within('hour')}`;
    await sql`DELETE FROM ${sql.table(table)} WHERE ${ours} AND ${which}`.execute(tx);
  }
  await sql`DELETE FROM monitoring_rows WHERE ${ours} AND ${within('predicted_at')}`.execute(tx);
  if (!isAll) return;
  await sql`
    DELETE FROM monitoring_batch_models m USING monitoring_batches b WHERE b.id = m.batch_id
      AND b.organization_id = ${organizationId} AND b.deployment_id = ${deploymentId} AND m.model_id = ${modelId}`.execute(
    tx,
  );
}
