import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import type { AccuracyRow, StaleRow } from '../actuals/actuals.tables.ts';
import type { ProfileKey, ProfileQuestion } from '../profiles/profile.store.ts';

const AT_ONCE = 500;

/** The sums that are kept under these keys; whoever asks holds the deployment. */
export async function keptSums(tx: Tx, keys: readonly ProfileKey[]): Promise<AccuracyRow[]> {
  const found: AccuracyRow[] = [];
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const some = keys.slice(from, from + AT_ONCE);
    const column = (of: (key: ProfileKey) => string) => some.map(of);
    const { rows } = await sql<AccuracyRow>`
      SELECT a.* FROM monitoring_accuracy a JOIN unnest(${column((key) => key.deploymentId)}::text[],
        ${column((key) => key.packageId)}::text[], ${column((key) => key.batchId)}::text[],
        ${column((key) => key.attribute)}::text[], ${column((key) => key.value)}::text[],
        ${column((key) => key.hour.toISOString())}::timestamptz[]) AS k(d, p, b, s, v, h)
      ON a.deployment_id = k.d AND a.package_id = k.p AND a.batch_id = k.b AND a.segment_attribute = k.s
        AND a.segment_value = k.v AND a.hour = k.h`.execute(tx);
    found.push(...rows);
  }
  return found;
}

export async function putSums(tx: Tx, rows: readonly AccuracyRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await tx
      .insertInto('monitoring_accuracy')
      .values(rows.slice(from, from + AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .columns(['deployment_id', 'package_id', 'batch_id', 'segment_attribute', 'segment_value', 'hour'])
          .doUpdateSet((eb) => ({
            rows: eb.ref('excluded.rows'),
            matched: eb.ref('excluded.matched'),
            sums: eb.ref('excluded.sums'),
          })),
      )
      .execute();
  }
}

/** In the order of time. */
export function readSums(db: Queries, question: ProfileQuestion): Promise<AccuracyRow[]> {
  const { organizationId, deploymentId, modelIds, segment, within } = question;
  const asked = db
    .selectFrom('monitoring_accuracy')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deployment_id', '=', deploymentId)
    .where('model_id', '=', sql<string>`any(${[...modelIds]}::text[])`)
    .where('segment_attribute', '=', segment?.attribute ?? '')
    .where('segment_value', '=', segment?.value ?? '')
    .orderBy('hour');
  if ('batchIds' in within) {
    return asked.where('batch_id', '=', sql<string>`any(${[...within.batchIds]}::text[])`).execute();
  }
  return asked.where('batch_id', '=', '').where('hour', '>=', within.start).where('hour', '<', within.end).execute();
}

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
    .where('organization_id', '=', organizationId)
    .where('deployment_id', '=', deploymentId)
    .where('model_id', '=', modelId)
    .where('batch_id', '=', '')
    .where('segment_attribute', '=', '')
    .where('matched', '>', 0)
    .executeTakeFirst();
  return row?.newest ?? null;
}

export async function deleteBatchAccuracy(tx: Tx, organizationId: string, batchId: string): Promise<void> {
  for (const table of ['monitoring_accuracy', 'monitoring_accuracy_stale'] as const) {
    await tx.deleteFrom(table).where('organization_id', '=', organizationId).where('batch_id', '=', batchId).execute();
  }
}

export async function markStale(tx: Tx, places: readonly StaleRow[]): Promise<void> {
  for (let from = 0; from < places.length; from += AT_ONCE) {
    await tx
      .insertInto('monitoring_accuracy_stale')
      .values(places.slice(from, from + AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
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

/** Takes one place that is stale off the list. */
export async function takeStale(tx: Tx, organizationId: string, deploymentId: string): Promise<StaleRow | undefined> {
  const place = await tx
    .selectFrom('monitoring_accuracy_stale')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deployment_id', '=', deploymentId)
    .limit(1)
    .executeTakeFirst();
  if (place !== undefined) await dropAt(tx, 'monitoring_accuracy_stale', place);
  return place;
}

/** The sums of a place, of all its segments. */
export const dropSums = (tx: Tx, place: StaleRow): Promise<void> => dropAt(tx, 'monitoring_accuracy', place);

async function dropAt(
  tx: Tx,
  table: 'monitoring_accuracy_stale' | 'monitoring_accuracy',
  place: StaleRow,
): Promise<void> {
  await tx
    .deleteFrom(table)
    .where('organization_id', '=', place.organization_id)
    .where('deployment_id', '=', place.deployment_id)
    .where('package_id', '=', place.package_id)
    .where('batch_id', '=', place.batch_id)
    .where('hour', '=', place.hour)
    .execute();
}
