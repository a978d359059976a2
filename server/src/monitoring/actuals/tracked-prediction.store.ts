import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import { findRows } from '#platform/db/rows.ts';
import type { TrackedRow } from './actuals.tables.ts';

const toJsonRow = (row: TrackedRow) => ({
  ...row,
  predicted_at: row.predicted_at.toISOString(),
  noted_at: row.noted_at?.toISOString() ?? null,
});

/** What is known already of the predictions that are about to be kept. */
export async function knownRows(tx: Tx, deploymentId: string, rows: readonly TrackedRow[]): Promise<TrackedRow[]> {
  const ids = [...new Set(rows.map(({ association_id }) => association_id))];
  const packages = [...new Set(rows.map(({ package_id }) => package_id))];
  return findRows(tx, 'monitoring_rows', { deployment_id: deploymentId, association_id: ids, package_id: packages });
}

/** All at once; one that is known already is replaced. */
export async function putRows(tx: Tx, rows: readonly TrackedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO monitoring_rows (deployment_id, association_id, package_id, distance, organization_id, model_id,
      batch_id, predicted_at, predicted, decided, segments, noted_at)
    SELECT * FROM json_to_recordset(${JSON.stringify(rows.map(toJsonRow))}::json) AS r(deployment_id text,
      association_id text, package_id text, distance integer, organization_id text, model_id text, batch_id text,
      predicted_at timestamptz, predicted float8[], decided integer, segments text[], noted_at timestamptz)
    ON CONFLICT (deployment_id, association_id, package_id, distance) DO UPDATE SET model_id = excluded.model_id,
      batch_id = excluded.batch_id, predicted_at = excluded.predicted_at, predicted = excluded.predicted,
      decided = excluded.decided, segments = excluded.segments, noted_at = excluded.noted_at`.execute(tx);
}

type Written = [string, string, number, string, string, number, number[], number | null, string[], number | null];

/** Predictions of any model for these ids. As one text: thousands of rows cost more to be taken apart than to be found. */
export async function rowsOfIds(
  db: Queries,
  organizationId: string,
  deploymentId: string,
  ids: readonly string[],
): Promise<TrackedRow[]> {
  const milliseconds = (column: string) => sql`round(extract(epoch FROM ${sql.ref(column)}) * 1000)`;
  const { rows } = await sql<{ found: Written[] | null }>`
    SELECT json_agg(json_build_array(association_id, package_id, distance, model_id, batch_id,
      ${milliseconds('predicted_at')}, predicted, decided, segments, ${milliseconds('noted_at')})) AS found
    FROM monitoring_rows WHERE organization_id = ${organizationId} AND deployment_id = ${deploymentId}
      AND association_id = any(${[...ids]}::text[])`.execute(db);
  return (rows[0]?.found ?? []).map(
    ([association_id, package_id, distance, model_id, batch_id, at, predicted, decided, segments, noted]) => ({
      ...{ deployment_id: deploymentId, organization_id: organizationId, association_id, package_id, distance },
      ...{ model_id, batch_id, predicted, decided, segments, predicted_at: new Date(at) },
      noted_at: noted === null ? null : new Date(noted),
    }),
  );
}

/** A prediction, and what really happened, where that is known. */
export type PredictionWithActual = TrackedRow & { readonly actual: string | null };

interface RowsOf {
  readonly organizationId: string;
  readonly deploymentId: string;
  readonly packageId: string;
  readonly within: { readonly hours: readonly Date[] } | { readonly batchId: string };
}

const CHUNK = 5000;

/** Predictions of one version, some at a time, in no order. Only one such reading goes on in a transaction. */
export async function* readRows(tx: Tx, { organizationId, deploymentId, packageId, within }: RowsOf) {
  // Hour by hour, by the index of times: told to join hours with rows, the database compares each with each.
  const from =
    'batchId' in within
      ? sql`monitoring_rows r`
      : sql`unnest(${within.hours.map((hour) => hour.toISOString())}::timestamptz[]) AS h(hour) CROSS JOIN LATERAL (
          SELECT * FROM monitoring_rows o WHERE o.deployment_id = ${deploymentId} AND o.predicted_at >= h.hour
            AND o.predicted_at < h.hour + interval '1 hour' OFFSET 0) AS r`;
  const where = 'batchId' in within ? sql`r.batch_id = ${within.batchId}` : sql`true`;
  await sql`
    DECLARE judged_rows NO SCROLL CURSOR FOR
    SELECT r.*, a.value AS actual FROM ${from}
    LEFT JOIN monitoring_actuals a ON a.deployment_id = r.deployment_id AND a.association_id = r.association_id
    WHERE r.organization_id = ${organizationId} AND r.deployment_id = ${deploymentId}
      AND r.package_id = ${packageId} AND ${where}`.execute(tx);
  for (;;) {
    const { rows } = await sql<PredictionWithActual>`FETCH ${sql.lit(CHUNK)} FROM judged_rows`.execute(tx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`CLOSE judged_rows`.execute(tx);
}

export interface ResultsFilter {
  readonly organizationId: string;
  readonly deploymentId: string;
  readonly modelIds: readonly string[];
  readonly start: Date;
  readonly end: Date;
  readonly batchIds: readonly string[] | null;
  readonly actualsPresent: boolean | null;
}

function resultsQuery(scope: ResultsFilter) {
  const { organizationId, deploymentId, modelIds, start, end, batchIds, actualsPresent } = scope;
  const present = actualsPresent === null ? sql`true` : sql`(a.value IS NOT NULL) = ${actualsPresent}`;
  return sql`
    FROM monitoring_rows r
    LEFT JOIN monitoring_actuals a ON a.deployment_id = r.deployment_id AND a.association_id = r.association_id
    WHERE r.organization_id = ${organizationId} AND r.deployment_id = ${deploymentId}
      AND r.model_id = any(${[...modelIds]}::text[]) AND r.predicted_at >= ${start} AND r.predicted_at < ${end}
      AND ${batchIds === null ? sql`true` : sql`r.batch_id = any(${[...batchIds]}::text[])`} AND ${present}`;
}

export async function countResults(db: Queries, scope: ResultsFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total ${resultsQuery(scope)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The oldest first. */
export async function pageOfResults(
  db: Queries,
  scope: ResultsFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<PredictionWithActual[]> {
  const { rows } = await sql<PredictionWithActual>`
    SELECT r.*, a.value AS actual ${resultsQuery(scope)}
    ORDER BY r.predicted_at, r.association_id, r.package_id, r.distance LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}
