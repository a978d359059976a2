import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';

export interface FairnessQuestion {
  readonly organizationId: string;
  readonly deploymentId: string;
  readonly modelId: string;
  /** The protected feature. */
  readonly attribute: string;
  readonly within: { readonly start: Date; readonly end: Date } | { readonly batchIds: readonly string[] };
}

interface KeptClass {
  /** The value of the protected feature. */
  readonly value: string;
  readonly packageId: string;
  readonly hour: Date;
  readonly bytes: Buffer;
}

const where = ({ organizationId, deploymentId, modelId, attribute, within }: FairnessQuestion) => {
  // Rows without a value are of no class.
  const whose = sql`organization_id = ${organizationId} AND deployment_id = ${deploymentId} AND model_id = ${modelId}
    AND segment_attribute = ${attribute} AND segment_value <> ''`;
  return 'batchIds' in within
    ? sql`${whose} AND batch_id = any(${[...within.batchIds]}::text[])`
    : sql`${whose} AND batch_id = '' AND hour >= ${within.start} AND hour < ${within.end}`;
};

/** Profiles of predictions, value by value of the protected feature. */
export async function classProfiles(db: Queries, question: FairnessQuestion): Promise<KeptClass[]> {
  const { rows } = await sql<KeptClass>`
    SELECT segment_value AS value, package_id AS "packageId", hour, profiles AS bytes
    FROM monitoring_profiles WHERE ${where(question)} ORDER BY segment_value, hour`.execute(db);
  return rows;
}

/** Sums of predictions whose actuals are known. */
export async function classActuals(db: Queries, question: FairnessQuestion): Promise<KeptClass[]> {
  const { rows } = await sql<KeptClass>`
    SELECT segment_value AS value, package_id AS "packageId", hour, sums AS bytes
    FROM monitoring_accuracy WHERE ${where(question)} AND matched > 0 ORDER BY segment_value, hour`.execute(db);
  return rows;
}
