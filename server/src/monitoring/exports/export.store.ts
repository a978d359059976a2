import { type Insertable, sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { ExportKind, ExportRow, ExportState } from './export.tables.ts';

/** An export as its job has left it. */
export interface SeenExport extends ExportRow {
  readonly state: ExportState;
  readonly why: string | null;
}

export interface ExportFilter {
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
const seen = ({ organizationId, deploymentId, kind, id, modelId, state, batch }: ExportFilter) => sql`
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
  ): Promise<{ rows: SeenExport[]; total: number }> {
    const { rows } = await sql<SeenExport>`
      SELECT * ${seen(filter)} ORDER BY created_at DESC, id LIMIT ${limit} OFFSET ${offset}`.execute(db);
    const counted = await sql<{ total: number }>`SELECT count(*) AS total ${seen(filter)}`.execute(db);
    return { rows, total: counted.rows[0]?.total ?? 0 };
  },

  async byId(filter: ExportFilter & { readonly id: string }): Promise<SeenExport | undefined> {
    const { rows } = await sql<SeenExport>`SELECT * ${seen(filter)}`.execute(db);
    return rows[0];
  },

  /** For its job. */
  whoever: (id: string): Promise<ExportRow | undefined> =>
    db.selectFrom('monitoring_exports').selectAll().where('id', '=', id).executeTakeFirst(),

  async change(
    id: string,
    change: Partial<Pick<ExportRow, 'status' | 'error' | 'dataset_id' | 'dataset_name' | 'version_id' | 'status_id'>>,
  ): Promise<void> {
    await db.updateTable('monitoring_exports').set(change).where('id', '=', id).execute();
  },
});
