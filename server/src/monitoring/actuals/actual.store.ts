import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import { matching } from '#platform/db/rows.ts';
import type { StaleRow } from './actuals.tables.ts';

/** What really happened to one id. */
export interface Actual {
  readonly associationId: string;
  readonly value: string;
  readonly wasActedOn: boolean | null;
  readonly happenedAt: Date | null;
}

interface KnownActual {
  readonly value: string;
  readonly isAutomatic: boolean;
}

/** What is known already, by id. */
export async function actualsOf(
  db: Queries,
  deploymentId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownActual>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('monitoring_actuals')
    .select(['association_id', 'value', 'automatic'])
    .where(matching<'monitoring_actuals'>({ deployment_id: deploymentId, association_id: [...ids] }))
    .execute();
  return new Map(
    rows.map(({ association_id, value, automatic }) => [association_id, { value, isAutomatic: automatic }]),
  );
}

/** All at once; the last word counts. What is said again is not written again. */
export async function putActuals(
  tx: Tx,
  to: { readonly organizationId: string; readonly deploymentId: string; readonly isAutomatic?: boolean },
  actuals: readonly Actual[],
  receivedAt: Date,
): Promise<void> {
  if (actuals.length === 0) return;
  const { organizationId, deploymentId, isAutomatic = false } = to;
  const column = <T>(of: (actual: Actual) => T) => actuals.map(of);
  await sql`
    INSERT INTO monitoring_actuals AS a (deployment_id, organization_id, received_at, automatic, association_id, value,
      was_acted_on, happened_at)
    SELECT ${deploymentId}, ${organizationId}, ${receivedAt}::timestamptz, ${isAutomatic}::boolean, * FROM unnest(
      ${column(({ associationId }) => associationId)}::text[], ${column(({ value }) => value)}::text[],
      ${column(({ wasActedOn }) => wasActedOn)}::boolean[],
      ${column(({ happenedAt }) => happenedAt?.toISOString() ?? null)}::timestamptz[])
    ON CONFLICT (deployment_id, association_id) DO UPDATE SET value = excluded.value,
      was_acted_on = excluded.was_acted_on, happened_at = excluded.happened_at, received_at = excluded.received_at,
      automatic = excluded.automatic
    WHERE (a.value, a.was_acted_on, a.happened_at, a.automatic) IS DISTINCT FROM
      (excluded.value, excluded.was_acted_on, excluded.happened_at, excluded.automatic)`.execute(tx);
}

interface ActualsState {
  readonly lastAt: Date | null;
  readonly revision: number;
}

/** Invalidates cached health statuses. */
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
export async function reserveHourlyShare(
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
export async function hasRowsInHour(tx: Tx, place: StaleRow): Promise<boolean> {
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
export async function batchStart(tx: Tx, organizationId: string, batchId: string): Promise<Date | null> {
  const { rows } = await sql<{ began: Date | null }>`
    SELECT min(m.earliest) AS began FROM monitoring_batch_models m JOIN monitoring_batches b ON b.id = m.batch_id
    WHERE b.organization_id = ${organizationId} AND b.id = ${batchId}`.execute(tx);
  return rows[0]?.began ?? null;
}
