import { type SqlBool, sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import { findRows, matching } from '#platform/db/rows.ts';
import type { BatchModelRow, BatchRow } from '../monitoring.tables.ts';

/** A batch with the models that answered in it. */
export interface StoredBatch extends BatchRow {
  readonly models: readonly BatchModelRow[];
}

interface BatchFilter {
  readonly search?: string | undefined;
  readonly createdBy?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly startAfter?: Date | undefined;
  readonly endBefore?: Date | undefined;
  readonly orderBy: string;
}

const earliest = sql`(SELECT min(coalesce(told_earliest, earliest)) FROM monitoring_batch_models m WHERE m.batch_id = b.id)`;
const latest = sql`(SELECT max(coalesce(told_latest, latest)) FROM monitoring_batch_models m WHERE m.batch_id = b.id)`;
const ORDERS: Readonly<Record<string, ReturnType<typeof sql>>> = {
  name: sql`lower(b.name)`,
  createdAt: sql`b.created_at`,
  earliestPredictionTimestamp: earliest,
  latestPredictionTimestamp: latest,
};
export const BATCH_ORDERS = ['name', 'createdAt', 'earliestPredictionTimestamp', 'latestPredictionTimestamp'] as const;

export const batchStore = (db: Queries) => ({
  async byId(organizationId: string, deploymentId: string, id: string): Promise<StoredBatch | undefined> {
    return (await this.of(organizationId, deploymentId, [id]))[0];
  },

  /** Those of the ids that are batches of the deployment, or all of it: the oldest first. */
  async of(organizationId: string, deploymentId: string, ids: readonly string[]): Promise<StoredBatch[]> {
    const rows = await db
      .selectFrom('monitoring_batches')
      .selectAll()
      .where(matching<'monitoring_batches'>({ organization_id: organizationId, deployment_id: deploymentId }))
      .where(ids.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`id = any(${[...ids]}::text[])`)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return withModels(db, rows);
  },

  async page(
    organizationId: string,
    deploymentId: string,
    filter: BatchFilter,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ batches: StoredBatch[]; total: number }> {
    const when = (value: unknown, condition: ReturnType<typeof sql>) => (value === undefined ? sql`true` : condition);
    const like = `%${(filter.search ?? '').replace(/[\\%_]/g, '\\$&')}%`;
    const where = sql`b.organization_id = ${organizationId} AND b.deployment_id = ${deploymentId}
      AND ${when(filter.search, sql`(b.name ILIKE ${like} OR b.id = ${filter.search})`)}
      AND ${when(filter.createdBy, sql`(b.created_by = ${filter.createdBy} OR b.created_by_name = ${filter.createdBy})`)}
      AND ${when(filter.createdAfter, sql`b.created_at >= ${filter.createdAfter}`)}
      AND ${when(filter.createdBefore, sql`b.created_at <= ${filter.createdBefore}`)}
      AND ${when(filter.startAfter, sql`${earliest} >= ${filter.startAfter}`)}
      AND ${when(filter.endBefore, sql`${latest} <= ${filter.endBefore}`)}`;
    const order = ORDERS[filter.orderBy.replace(/^-/, '')] ?? sql`b.created_at`;
    const way = filter.orderBy.startsWith('-') ? sql`DESC NULLS LAST` : sql`ASC NULLS LAST`;
    const count = sql<{ total: number }>`SELECT count(*) AS total FROM monitoring_batches b WHERE ${where}`;
    const { rows } = await sql<BatchRow>`
      SELECT b.* FROM monitoring_batches b WHERE ${where} ORDER BY ${order} ${way}, b.id LIMIT ${limit} OFFSET ${offset}
    `.execute(db);
    return { batches: await withModels(db, rows), total: (await count.execute(db)).rows[0]?.total ?? 0 };
  },

  insert: (row: Omit<BatchRow, 'is_locked'>): Promise<BatchRow> =>
    db.insertInto('monitoring_batches').values(row).returningAll().executeTakeFirstOrThrow(),

  async createdSince(organizationId: string, deploymentId: string, since: Date): Promise<number> {
    const { made } = await db
      .selectFrom('monitoring_batches')
      .select((eb) => eb.fn.countAll<number>().as('made'))
      .where(matching<'monitoring_batches'>({ organization_id: organizationId, deployment_id: deploymentId }))
      .where('created_at', '>=', since)
      .executeTakeFirstOrThrow();
    return made;
  },
});

async function withModels(db: Queries, batches: readonly BatchRow[]): Promise<StoredBatch[]> {
  if (batches.length === 0) return [];
  const models = await findRows(
    db,
    'monitoring_batch_models',
    { batch_id: batches.map(({ id }) => id) },
    { orderBy: ['earliest'] },
  );
  return batches.map((batch) => ({ ...batch, models: models.filter(({ batch_id }) => batch_id === batch.id) }));
}

/** Those of the batches that still exist, held until the transaction ends. */
export async function openBatchIds(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('monitoring_batches')
    .select('id')
    .where(matching<'monitoring_batches'>({ organization_id: organizationId, id: [...ids] }))
    .forKeyShare()
    .execute();
  return new Set(rows.map((row) => row.id));
}

export async function addBatchPart(
  tx: Tx,
  part: {
    readonly batchId: string;
    readonly packageId: string;
    readonly modelId: string;
    readonly predictions: number;
    readonly earliest: number;
    readonly latest: number;
  },
): Promise<void> {
  const [first, last] = [new Date(part.earliest), new Date(part.latest)];
  await sql`
    INSERT INTO monitoring_batch_models AS m (batch_id, package_id, model_id, predictions, earliest, latest)
    VALUES (${part.batchId}, ${part.packageId}, ${part.modelId}, ${part.predictions}, ${first}, ${last})
    ON CONFLICT (batch_id, package_id) DO UPDATE SET predictions = m.predictions + excluded.predictions,
      earliest = least(m.earliest, excluded.earliest), latest = greatest(m.latest, excluded.latest)`.execute(tx);
}

/** Until the transaction ends nobody else creates a batch for this deployment. */
export async function lockBatchCreation(tx: Tx, deploymentId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('monitoring batches ' || ${deploymentId}, 0))`.execute(tx);
}

const STATISTICS = [
  'monitoring_profiles',
  'monitoring_service',
  'monitoring_accuracy',
  'monitoring_accuracy_stale',
] as const;

export async function deleteBatchStatistics(tx: Tx, organizationId: string, batchId: string): Promise<void> {
  for (const table of STATISTICS) {
    await tx.deleteFrom(table).where('organization_id', '=', organizationId).where('batch_id', '=', batchId).execute();
  }
}
