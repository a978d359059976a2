import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import { deleteRows, findRow, findRows, matching } from '#platform/db/rows.ts';
import { stringifyJson } from '#platform/json.ts';
import type { Definition } from './metric.schema.ts';

interface MetricTable {
  id: string;
  organization_id: string;
  deployment_id: string;
  name: string;
  is_model_specific: boolean;
  definition: ColumnType<Definition, string, string>;
  created_by: string;
  created_at: Date;
  touched: Generated<number>;
}

interface SumTable {
  metric_id: string;
  organization_id: string;
  package_id: string;
  model_id: string;
  batch_id: string | null;
  segment_attribute: string;
  segment_value: string;
  category: string;
  hour: Date;
  samples: number;
  total: number;
  weighted: number;
  last_at: Date;
  last_value: number;
}

interface ImportTable {
  job_id: string;
  metric_id: string;
  organization_id: string;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    custom_metrics: MetricTable;
    custom_metric_sums: SumTable;
    custom_metric_imports: ImportTable;
  }
}

export type MetricRow = Selectable<MetricTable>;

const isTaken = (error: unknown): boolean => (error as { constraint?: string }).constraint === 'custom_metrics_names';

/** Null instead of an error when the name is taken. */
async function unlessTaken<Result>(write: Promise<Result>): Promise<Result | null> {
  try {
    return await write;
  } catch (error) {
    if (isTaken(error)) return null;
    throw error;
  }
}

export const metricStore = (db: Queries) => ({
  byId: (organizationId: string, deploymentId: string, id: string): Promise<MetricRow | undefined> =>
    findRow(db, 'custom_metrics', { organization_id: organizationId, deployment_id: deploymentId, id }),

  /** A deployment has few: all of them, the oldest first. */
  of: (organizationId: string, deploymentId: string): Promise<MetricRow[]> =>
    findRows(
      db,
      'custom_metrics',
      { organization_id: organizationId, deployment_id: deploymentId },
      { orderBy: ['created_at', 'id'] },
    ),

  insert: (row: Omit<MetricRow, 'definition' | 'touched'>, definition: Definition): Promise<MetricRow | null> =>
    unlessTaken(
      db
        .insertInto('custom_metrics')
        .values({ ...row, definition: stringifyJson(definition) })
        .returningAll()
        .executeTakeFirstOrThrow(),
    ),

  change: (
    { organization_id, id }: Pick<MetricRow, 'organization_id' | 'id'>,
    change: { readonly name: string; readonly definition: Definition },
  ): Promise<MetricRow | null> =>
    unlessTaken(
      db
        .updateTable('custom_metrics')
        .set({ name: change.name, definition: stringifyJson(change.definition) })
        .where(matching<'custom_metrics'>({ organization_id, id }))
        .returningAll()
        .executeTakeFirstOrThrow(),
    ),

  async delete(organizationId: string, id: string): Promise<void> {
    await deleteRows(db, 'custom_metrics', { organization_id: organizationId, id });
  },
});

/** Until the transaction ends nobody else makes a metric for this deployment. */
export async function holdMetrics(tx: Tx, deploymentId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('custom metrics ' || ${deploymentId}, 0))`.execute(tx);
}

/** Those of the metrics that still exist, held and marked as changed: who adds to the same ones takes turns. */
export async function touchMetrics(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    UPDATE custom_metrics SET touched = touched + 1 WHERE id IN (
      SELECT id FROM custom_metrics
      WHERE organization_id = ${organizationId} AND id = any(${[...ids]}::text[]) ORDER BY id FOR UPDATE)
    RETURNING id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Of deployments that have custom metrics: which, and how often each has changed. */
export async function metricsTouched(
  db: Queries,
  deploymentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ deploymentId: string; stamp: string }>`
    SELECT deployment_id AS "deploymentId", string_agg(id || ' ' || touched, ' ' ORDER BY id) AS stamp FROM custom_metrics
    WHERE deployment_id = any(${[...deploymentIds]}::text[]) GROUP BY deployment_id`.execute(db);
  return new Map(rows.map(({ deploymentId, stamp }) => [deploymentId, stamp]));
}
