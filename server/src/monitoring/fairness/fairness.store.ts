import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { isWithin, type Within } from '../scope/statistics-parts.ts';

export interface FairnessFilter {
  readonly organizationId: string;
  readonly deploymentId: string;
  readonly modelId: string;
  /** The protected feature. */
  readonly attribute: string;
  readonly within: Within;
}

interface StoredClass {
  /** The value of the protected feature. */
  readonly value: string;
  readonly packageId: string;
  readonly hour: Date;
  readonly bytes: Buffer;
}

/** Rows without a value are of no class. */
const where = ({ organizationId, deploymentId, modelId, attribute, within }: FairnessFilter) =>
  sql`organization_id = ${organizationId} AND deployment_id = ${deploymentId} AND model_id = ${modelId}
    AND segment_attribute = ${attribute} AND segment_value <> '' AND ${isWithin(within)}`;

const CHUNK = 500;

/** Some at a time: a year of a hundred classes is hundreds of megabytes. One such reading goes on in a transaction. */
async function* readInChunks(tx: Tx, select: ReturnType<typeof sql>): AsyncGenerator<readonly StoredClass[]> {
  await sql`DECLARE kept_classes NO SCROLL CURSOR FOR ${select}`.execute(tx);
  for (;;) {
    const { rows } = await sql<StoredClass>`FETCH ${sql.lit(CHUNK)} FROM kept_classes`.execute(tx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`CLOSE kept_classes`.execute(tx);
}

/** Profiles of predictions, by value of the protected feature, in no order. */
export const classProfiles = (tx: Tx, scope: FairnessFilter) =>
  readInChunks(
    tx,
    sql`SELECT segment_value AS value, package_id AS "packageId", hour, profiles AS bytes
      FROM monitoring_profiles WHERE ${where(scope)}`,
  );

/** Sums of predictions whose actuals are known. */
export const classActuals = (tx: Tx, scope: FairnessFilter) =>
  readInChunks(
    tx,
    sql`SELECT segment_value AS value, package_id AS "packageId", hour, sums AS bytes
      FROM monitoring_accuracy WHERE ${where(scope)} AND matched > 0`,
  );
