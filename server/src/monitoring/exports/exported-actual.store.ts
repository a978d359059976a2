import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { Period } from '../scope/period.rules.ts';
import type { ExportRow } from './export.tables.ts';

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

const AT_ONCE = 2000;

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
      ORDER BY association_id LIMIT ${sql.lit(AT_ONCE)}`.execute(db);
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
