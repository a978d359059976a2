import { type Generated, type Insertable, type Selectable, sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { findRow, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Period } from '../scope/period.rules.ts';

export type ExportKind = 'predictions' | 'actuals' | 'training';
export const EXPORT_STATES = ['CREATED', 'SCHEDULED', 'CANCELLED', 'FAILED', 'SUCCEEDED'] as const;
type ExportState = (typeof EXPORT_STATES)[number];

interface ExportTable {
  id: string;
  organization_id: string;
  deployment_id: string;
  kind: ExportKind;
  model_id: string;
  package_id: string;
  /** Both null for training data. */
  period_start: Date | null;
  period_end: Date | null;
  batch_ids: string[] | null;
  only_matched: Generated<boolean>;
  status: Generated<'CREATED' | 'FAILED' | 'SUCCEEDED'>;
  error: string | null;
  dataset_id: string | null;
  dataset_name: string | null;
  version_id: string | null;
  status_id: string | null;
  created_by: string;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    monitoring_exports: ExportTable;
  }
}

export type ExportRow = Selectable<ExportTable>;

/** An export as its job has left it. */
export interface ExportWithState extends ExportRow {
  readonly state: ExportState;
  readonly why: string | null;
}

interface ExportFilter {
  readonly organizationId: string;
  readonly deploymentId: string;
  readonly kind: ExportKind;
  readonly id?: string;
  readonly modelId?: string | undefined;
  readonly state?: ExportState | undefined;
  readonly batch?: boolean | undefined;
}

const when = (value: unknown, condition: ReturnType<typeof sql>) => (value === undefined ? sql`true` : condition);

/** What became of a job is known for a month; an export that was left open longer than that has failed. */
const exportsQuery = ({ organizationId, deploymentId, kind, id, modelId, state, batch }: ExportFilter) => sql`
  FROM (SELECT e.*, coalesce(e.error, j.message) AS why, CASE WHEN e.status <> 'CREATED' THEN e.status
      WHEN j.status = 'ABORTED' THEN 'CANCELLED' WHEN j.id IS NULL OR j.status IN ('ERROR', 'EXPIRED') THEN 'FAILED'
      ELSE 'CREATED' END AS state
    FROM monitoring_exports e LEFT JOIN job_records j ON j.id = e.status_id::uuid) x
  WHERE organization_id = ${organizationId} AND deployment_id = ${deploymentId} AND kind = ${kind}
    AND ${when(id, sql`id = ${id}`)} AND ${when(modelId, sql`model_id = ${modelId}`)}
    AND ${when(state, sql`state = ${state}`)} AND ${when(batch, sql`(batch_ids IS NOT NULL) = ${batch}`)}`;

export const exportStore = (db: Queries) => ({
  insert: (row: Insertable<Tables['monitoring_exports']>) => db.insertInto('monitoring_exports').values(row).execute(),

  async page(
    filter: ExportFilter,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ rows: ExportWithState[]; total: number }> {
    const { rows } = await sql<ExportWithState>`
      SELECT * ${exportsQuery(filter)} ORDER BY created_at DESC, id LIMIT ${limit} OFFSET ${offset}`.execute(db);
    const counted = await sql<{ total: number }>`SELECT count(*) AS total ${exportsQuery(filter)}`.execute(db);
    return { rows, total: counted.rows[0]?.total ?? 0 };
  },

  async byId(filter: ExportFilter & { readonly id: string }): Promise<ExportWithState | undefined> {
    const { rows } = await sql<ExportWithState>`SELECT * ${exportsQuery(filter)}`.execute(db);
    return rows[0];
  },

  /** For its job. */
  findForJob: (id: string): Promise<ExportRow | undefined> => findRow(db, 'monitoring_exports', { id }),

  async change(
    id: string,
    change: Partial<Pick<ExportRow, 'status' | 'error' | 'dataset_id' | 'dataset_name' | 'version_id' | 'status_id'>>,
  ): Promise<void> {
    await updateRows(db, 'monitoring_exports', { id }, change);
  },
});

/** An actual with the prediction it belongs to, where there is one. */
export interface ExportedActual {
  readonly association_id: string;
  readonly value: string;
  readonly happened_at: Date | null;
  readonly was_acted_on: boolean | null;
  readonly predicted_at: Date | null;
  readonly model_id: string | null;
  readonly batch_id: string | null;
  readonly distance: number | null;
  readonly predicted: readonly number[] | null;
  readonly decided: number | null;
}

const CHUNK = 2000;

interface Asked {
  readonly row: Pick<ExportRow, 'organization_id' | 'deployment_id' | 'model_id' | 'only_matched'>;
  readonly period: Period;
}

/** Of actuals that happened (or, where nobody said when, arrived) in the period; the ids say how far it is read. */
export async function* exportedActuals(db: Queries, { row, period }: Asked) {
  let last = '';
  for (;;) {
    const ids = await sql<{ association_id: string }>`
      SELECT association_id FROM monitoring_actuals
      WHERE organization_id = ${row.organization_id} AND deployment_id = ${row.deployment_id}
        AND coalesce(happened_at, received_at) >= ${period.start} AND coalesce(happened_at, received_at) < ${period.end}
        AND association_id > ${last}
      ORDER BY association_id LIMIT ${sql.lit(CHUNK)}`.execute(db);
    if (ids.rows.length === 0) return;
    const some = ids.rows.map(({ association_id }) => association_id);
    last = some.at(-1) ?? '';
    yield await withPredictions(db, row, some);
  }
}

/** What only other models predicted is left out; what nobody predicted is told unless it was asked not to. */
async function withPredictions(db: Queries, row: Asked['row'], ids: readonly string[]): Promise<ExportedActual[]> {
  const { rows } = await sql<ExportedActual>`
    SELECT a.association_id, a.value, a.happened_at, a.was_acted_on, r.predicted_at, r.model_id, r.batch_id, r.distance,
      r.predicted, r.decided
    FROM monitoring_actuals a
    LEFT JOIN monitoring_rows r ON r.deployment_id = a.deployment_id AND r.association_id = a.association_id
    WHERE a.organization_id = ${row.organization_id} AND a.deployment_id = ${row.deployment_id}
      AND a.association_id = any(${[...ids]}::text[])
      AND (r.model_id = ${row.model_id} OR (r.model_id IS NULL AND NOT ${row.only_matched}))
    ORDER BY a.association_id, r.predicted_at, r.distance`.execute(db);
  return rows;
}
