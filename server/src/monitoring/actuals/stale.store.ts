import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import type { StaleRow } from './actuals.tables.ts';

const MOST_PLACES = 1000;
/** About so many rows are read while the deployment is held. */
const MOST_ROWS = 50_000;

/** Each place once. */
export async function markStale(tx: Tx, places: readonly StaleRow[]): Promise<void> {
  if (places.length === 0) return;
  const column = <T>(of: (place: StaleRow) => T) => places.map(of);
  await sql`
    INSERT INTO monitoring_accuracy_stale (deployment_id, package_id, batch_id, organization_id, hour)
    SELECT * FROM unnest(${column((place) => place.deployment_id)}::text[], ${column((place) => place.package_id)}::text[],
      ${column((place) => place.batch_id)}::text[], ${column((place) => place.organization_id)}::text[],
      ${column((place) => place.hour.toISOString())}::timestamptz[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Deployments of an organization with sums to be made anew. */
export async function staleDeployments(db: Queries, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('monitoring_accuracy_stale')
    .select('deployment_id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .execute();
  return rows.map((row) => row.deployment_id);
}

/** Takes stale places of one version off the list: one batch, or some hours with not too many rows together. */
export async function takeStale(tx: Tx, organizationId: string, deploymentId: string): Promise<StaleRow[]> {
  const { rows } = await sql<StaleRow & { before: number }>`
    SELECT s.*, sum(coalesce(a.rows, 0)) OVER (ORDER BY s.batch_id, s.package_id, s.hour) - coalesce(a.rows, 0) AS before
    FROM monitoring_accuracy_stale s LEFT JOIN monitoring_accuracy a ON a.deployment_id = s.deployment_id
      AND a.package_id = s.package_id AND a.batch_id = s.batch_id AND a.segment_attribute = '' AND a.segment_value = ''
      AND a.hour = s.hour
    WHERE s.organization_id = ${organizationId} AND s.deployment_id = ${deploymentId}
    ORDER BY s.batch_id, s.package_id, s.hour LIMIT ${MOST_PLACES}`.execute(tx);
  const [first] = rows;
  if (first === undefined) return [];
  const isTogether = (row: StaleRow & { before: number }) =>
    row === first || (row.batch_id === '' && row.package_id === first.package_id && Number(row.before) < MOST_ROWS);
  const taken = rows.filter(isTogether).map(({ before: _, ...place }) => place);
  await dropAt(tx, 'monitoring_accuracy_stale', taken);
  return taken;
}

/** The sums of places of one version, of all their segments. */
export const dropSums = (tx: Tx, places: readonly StaleRow[]): Promise<void> =>
  dropAt(tx, 'monitoring_accuracy', places);

async function dropAt(
  tx: Tx,
  table: 'monitoring_accuracy_stale' | 'monitoring_accuracy',
  places: readonly StaleRow[],
): Promise<void> {
  const [first] = places;
  if (first === undefined) return;
  await tx
    .deleteFrom(table)
    .where('organization_id', '=', first.organization_id)
    .where('deployment_id', '=', first.deployment_id)
    .where('package_id', '=', first.package_id)
    .where('batch_id', '=', first.batch_id)
    .where('hour', '=', sql<Date>`any(${places.map(({ hour }) => hour.toISOString())}::timestamptz[])`)
    .execute();
}
