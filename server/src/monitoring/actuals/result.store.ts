import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { JudgedRow } from './tracked-prediction.store.ts';

export interface ResultsAsked {
  readonly organizationId: string;
  readonly deploymentId: string;
  readonly modelIds: readonly string[];
  readonly start: Date;
  readonly end: Date;
  readonly batchIds: readonly string[] | null;
  readonly actualsPresent: boolean | null;
}

function asked(question: ResultsAsked) {
  const { organizationId, deploymentId, modelIds, start, end, batchIds, actualsPresent } = question;
  const present = actualsPresent === null ? sql`true` : sql`(a.value IS NOT NULL) = ${actualsPresent}`;
  return sql`
    FROM monitoring_rows r
    LEFT JOIN monitoring_actuals a ON a.deployment_id = r.deployment_id AND a.association_id = r.association_id
    WHERE r.organization_id = ${organizationId} AND r.deployment_id = ${deploymentId}
      AND r.model_id = any(${[...modelIds]}::text[]) AND r.predicted_at >= ${start} AND r.predicted_at < ${end}
      AND ${batchIds === null ? sql`true` : sql`r.batch_id = any(${[...batchIds]}::text[])`} AND ${present}`;
}

export async function countResults(db: Queries, question: ResultsAsked): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total ${asked(question)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The oldest first. */
export async function pageOfResults(
  db: Queries,
  question: ResultsAsked,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<JudgedRow[]> {
  const { rows } = await sql<JudgedRow>`
    SELECT r.*, a.value AS actual ${asked(question)}
    ORDER BY r.predicted_at, r.association_id, r.package_id, r.distance LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}
