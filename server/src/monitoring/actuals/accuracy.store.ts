import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import { matching } from '#platform/db/rows.ts';
import type { ProfileKey } from '../profiles/profile.store.ts';
import { type AggregateFilter, isInSegment, isOfModels } from '../scope/statistics-parts.ts';
import type { AccuracyRow, StaleRow } from './actuals.tables.ts';

const CHUNK = 5000;

/** The sums that are kept under these keys; whoever asks holds the deployment. */
export async function storedSums(tx: Tx, keys: readonly ProfileKey[]): Promise<AccuracyRow[]> {
  const found: AccuracyRow[] = [];
  for (let from = 0; from < keys.length; from += CHUNK) {
    const some = keys.slice(from, from + CHUNK);
    const column = (of: (key: ProfileKey) => string) => some.map(of);
    const { rows } = await sql<AccuracyRow>`
      SELECT a.* FROM monitoring_accuracy a JOIN unnest(${column((key) => key.deployment_id)}::text[],
        ${column((key) => key.package_id)}::text[], ${column((key) => key.batch_id)}::text[],
        ${column((key) => key.segment_attribute)}::text[], ${column((key) => key.segment_value)}::text[],
        ${column((key) => key.hour.toISOString())}::timestamptz[]) AS k(d, p, b, s, v, h)
      ON a.deployment_id = k.d AND a.package_id = k.p AND a.batch_id = k.b AND a.segment_attribute = k.s
        AND a.segment_value = k.v AND a.hour = k.h`.execute(tx);
    found.push(...rows);
  }
  return found;
}

/** As arrays: a statement with a parameter a cell takes longer to be read than to be carried out. */
export async function putSums(tx: Tx, rows: readonly AccuracyRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK) {
    const some = rows.slice(from, from + CHUNK);
    const column = <T>(of: (row: AccuracyRow) => T) => some.map(of);
    await sql`
      INSERT INTO monitoring_accuracy (deployment_id, package_id, batch_id, segment_attribute, segment_value, hour,
        organization_id, model_id, rows, matched, sums)
      SELECT d, p, b, s, v, h, o, m, n, c, decode(f, 'base64') FROM unnest(
        ${column((row) => row.deployment_id)}::text[], ${column((row) => row.package_id)}::text[],
        ${column((row) => row.batch_id)}::text[], ${column((row) => row.segment_attribute)}::text[],
        ${column((row) => row.segment_value)}::text[], ${column((row) => row.hour.toISOString())}::timestamptz[],
        ${column((row) => row.organization_id)}::text[], ${column((row) => row.model_id)}::text[],
        ${column((row) => row.rows)}::bigint[], ${column((row) => row.matched)}::bigint[],
        ${column((row) => row.sums.toString('base64'))}::text[]) AS k(d, p, b, s, v, h, o, m, n, c, f)
      ON CONFLICT (deployment_id, package_id, batch_id, segment_attribute, segment_value, hour)
      DO UPDATE SET rows = excluded.rows, matched = excluded.matched, sums = excluded.sums`.execute(tx);
  }
}

/** In the order of time. */
export const readSums = (db: Queries, scope: AggregateFilter): Promise<AccuracyRow[]> =>
  db
    .selectFrom('monitoring_accuracy')
    .selectAll()
    .where(isOfModels(scope))
    .where(isInSegment(scope))
    .orderBy('hour')
    .execute();

/** The last hour of which an actual is known. */
export async function newestMatched(
  db: Queries,
  organizationId: string,
  deploymentId: string,
  modelId: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom('monitoring_accuracy')
    .select((eb) => eb.fn.max('hour').as('newest'))
    .where(
      matching<'monitoring_accuracy'>({
        organization_id: organizationId,
        deployment_id: deploymentId,
        model_id: modelId,
        batch_id: '',
        segment_attribute: '',
      }),
    )
    .where('matched', '>', 0)
    .executeTakeFirst();
  return row?.newest ?? null;
}

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
export async function claimStale(tx: Tx, organizationId: string, deploymentId: string): Promise<StaleRow[]> {
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

interface ChosenMetricsTable {
  deployment_id: string;
  organization_id: string;
  metrics: string[];
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    monitoring_accuracy_metrics: ChosenMetricsTable;
  }
}

/** Undefined where nobody chose. */
export async function chosenMetrics(
  db: Queries,
  organizationId: string,
  deploymentId: string,
): Promise<readonly string[] | undefined> {
  const row = await db
    .selectFrom('monitoring_accuracy_metrics')
    .select('metrics')
    .where(matching<'monitoring_accuracy_metrics'>({ organization_id: organizationId, deployment_id: deploymentId }))
    .executeTakeFirst();
  return row?.metrics;
}

export async function storeChosen(tx: Tx, row: ChosenMetricsTable): Promise<void> {
  await tx
    .insertInto('monitoring_accuracy_metrics')
    .values(row)
    .onConflict((conflict) => conflict.column('deployment_id').doUpdateSet({ metrics: row.metrics }))
    .execute();
}
