import { sql } from 'kysely';
import type { PredictionRecord } from '#deployments';
import type { Queries, Tx } from '#platform/db/database.ts';
import { findRows, matching } from '#platform/db/rows.ts';

interface DeletionFilter extends DeletedPeriod {
  readonly organizationId: string;
  readonly deploymentId: string;
  readonly modelId: string;
}

/** Whether anything is known of predictions of the model, whether or not it answered for the deployment. */
export async function hasProfiles(
  db: Queries,
  { organizationId, deploymentId, modelId }: DeletionFilter,
): Promise<boolean> {
  const found = await db
    .selectFrom('monitoring_profiles')
    .select('model_id')
    .where(
      matching<'monitoring_profiles'>({
        organization_id: organizationId,
        deployment_id: deploymentId,
        model_id: modelId,
      }),
    )
    .limit(1)
    .execute();
  return found.length > 0;
}

const SUMS = ['monitoring_profiles', 'monitoring_service', 'monitoring_accuracy'] as const;

/** Sums of hours, and rows that wait for actuals. Of batches only without a period: their sums have no parts. */
export async function deleteSums(tx: Tx, deletion: DeletionFilter): Promise<void> {
  const { organizationId, deploymentId, modelId, start, end } = deletion;
  const ours = sql`organization_id = ${organizationId} AND deployment_id = ${deploymentId} AND model_id = ${modelId}`;
  const within = (column: string) => sql`
    ${start === null ? sql`true` : sql`${sql.ref(column)} >= ${start}`}
    AND ${end === null ? sql`true` : sql`${sql.ref(column)} < ${end}`}`;
  const isAll = start === null && end === null;
  for (const table of SUMS) {
    const which = isAll ? sql`true` : sql`batch_id = '' AND ${within('hour')}`;
    await sql`DELETE FROM ${sql.table(table)} WHERE ${ours} AND ${which}`.execute(tx);
  }
  await sql`DELETE FROM monitoring_rows WHERE ${ours} AND ${within('predicted_at')}`.execute(tx);
  if (!isAll) return;
  await sql`
    DELETE FROM monitoring_batch_models m USING monitoring_batches b WHERE b.id = m.batch_id
      AND b.organization_id = ${organizationId} AND b.deployment_id = ${deploymentId} AND m.model_id = ${modelId}`.execute(
    tx,
  );
}

interface DeletionTable {
  id: string;
  deployment_id: string;
  organization_id: string;
  model_id: string;
  start_at: Date | null;
  end_at: Date | null;
  asked_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    monitoring_deletions: DeletionTable;
  }
}

export async function insertTombstone(tx: Tx, row: DeletionTable): Promise<void> {
  await tx.insertInto('monitoring_deletions').values(row).execute();
}

export async function listTombstones(db: Queries, organizationId: string, deploymentId: string): Promise<Tombstone[]> {
  const rows = await findRows(db, 'monitoring_deletions', {
    organization_id: organizationId,
    deployment_id: deploymentId,
  });
  return rows.map(({ model_id, start_at, end_at, asked_at }) => ({
    modelId: model_id,
    start: start_at,
    end: end_at,
    requestedAt: asked_at,
  }));
}

/** How many deletions of these deployments there are together. */
export async function countTombstones(
  tx: Tx,
  organizationId: string,
  deploymentIds: readonly string[],
): Promise<number> {
  const { count } = await tx
    .selectFrom('monitoring_deletions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(matching<'monitoring_deletions'>({ organization_id: organizationId, deployment_id: [...deploymentIds] }))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A deletion somebody asked for. */
export interface Tombstone extends DeletedPeriod {
  readonly modelId: string;
  readonly requestedAt: Date;
}

/** Whether what is known of this moment has been deleted; null asks for a batch, which goes only as a whole. */
export type IsDeleted = (time: number | null) => boolean;

const nothingIsGone: IsDeleted = () => false;

/**
 * What was asked to be deleted while a record was on its way to be learned from. Answers tell when they were made. Times
 * of reports and replays may lie long before they were sent, so for them the moment their segment was written counts.
 */
export function deletionCheck(tombstones: readonly Tombstone[], record: PredictionRecord, writtenAt: Date): IsDeleted {
  if (tombstones.length === 0) return nothingIsGone;
  const isLater = record.source === 'reported' || record.source === 'challenger';
  const madeAt = isLater ? writtenAt.getTime() : record.at;
  const ours = tombstones.filter(
    ({ modelId, requestedAt }) => modelId === record.modelId && madeAt <= requestedAt.getTime(),
  );
  if (ours.length === 0) return nothingIsGone;
  return (time) =>
    ours.some(({ start, end }) => {
      if (start === null && end === null) return true;
      return time !== null && (start === null || time >= start.getTime()) && (end === null || time < end.getTime());
    });
}

/** Open at the side that is null. */
export interface DeletedPeriod {
  readonly start: Date | null;
  readonly end: Date | null;
}
