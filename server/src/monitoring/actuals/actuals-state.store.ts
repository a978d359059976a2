import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';

export interface ActualsState {
  readonly lastAt: Date | null;
  readonly revision: number;
}

/** Lamps that were lit before are lit anew. */
export async function noteChange(tx: Tx, organizationId: string, deploymentId: string): Promise<void> {
  await sql`
    INSERT INTO monitoring_actuals_state AS s (deployment_id, organization_id, taking_since, taken, revision)
    VALUES (${deploymentId}, ${organizationId}, to_timestamp(0), 0, 1)
    ON CONFLICT (deployment_id) DO UPDATE SET revision = s.revision + 1`.execute(tx);
}

export async function noteArrival(tx: Tx, organizationId: string, deploymentId: string, at: Date): Promise<void> {
  await sql`
    INSERT INTO monitoring_actuals_state AS s (deployment_id, organization_id, last_at, taking_since, taken, revision)
    VALUES (${deploymentId}, ${organizationId}, ${at}, to_timestamp(0), 0, 1)
    ON CONFLICT (deployment_id) DO UPDATE SET revision = s.revision + 1,
      last_at = greatest(s.last_at, excluded.last_at)`.execute(tx);
}

/** Counts rows that were sent in this hour; false when that would be more than are taken. */
export async function takeShare(
  tx: Tx,
  { organizationId, deploymentId }: { readonly organizationId: string; readonly deploymentId: string },
  rows: number,
  { hour, most }: { readonly hour: Date; readonly most: number },
): Promise<boolean> {
  const { rows: taken } = await sql`
    INSERT INTO monitoring_actuals_state AS s (deployment_id, organization_id, taking_since, taken, revision)
    VALUES (${deploymentId}, ${organizationId}, ${hour}, ${rows}, 0)
    ON CONFLICT (deployment_id) DO UPDATE SET taking_since = excluded.taking_since,
      taken = excluded.taken + CASE WHEN s.taking_since = excluded.taking_since THEN s.taken ELSE 0 END
    WHERE s.taking_since <> excluded.taking_since OR s.taken + excluded.taken <= ${most}
    RETURNING taken`.execute(tx);
  return taken.length > 0;
}

export async function actualsStates(
  db: Queries,
  deploymentIds: readonly string[],
): Promise<ReadonlyMap<string, ActualsState>> {
  const rows = await db
    .selectFrom('monitoring_actuals_state')
    .select(['deployment_id', 'last_at', 'revision'])
    .where('deployment_id', '=', sql<string>`any(${[...deploymentIds]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.deployment_id, { lastAt: row.last_at, revision: row.revision }]));
}

/** Deployments with predictions that wait, or waited, for actuals. */
export async function trackedDeployments(db: Queries, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('monitoring_actuals_state')
    .select('deployment_id')
    .where('organization_id', '=', organizationId)
    .execute();
  return rows.map((row) => row.deployment_id);
}
