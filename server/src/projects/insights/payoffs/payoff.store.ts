import type { Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, matching, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Window } from '#platform/http/page.ts';

interface PayoffMatrixTable {
  id: string;
  project_id: string;
  name: string;
  true_positive_value: number;
  true_negative_value: number;
  false_positive_value: number;
  false_negative_value: number;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    payoff_matrices: PayoffMatrixTable;
  }
}

export type PayoffMatrixRow = Selectable<PayoffMatrixTable>;
export type PayoffValues = Omit<PayoffMatrixRow, 'id' | 'project_id' | 'created_at'>;

/** Callers have made sure that the project is one of the caller's organization. */
export const payoffStore = (db: Queries) => ({
  byId: (projectId: string, id: string) => findRow(db, 'payoff_matrices', { project_id: projectId, id }),

  /** Oldest first. */
  page: (projectId: string, window: Window) =>
    pageOfRows(
      db
        .selectFrom('payoff_matrices')
        .selectAll()
        .where(matching<'payoff_matrices'>({ project_id: projectId }))
        .orderBy('created_at')
        .orderBy('id'),
      window,
    ),

  insert: (row: PayoffMatrixRow): Promise<PayoffMatrixRow> =>
    db.insertInto('payoff_matrices').values(row).returningAll().executeTakeFirstOrThrow(),

  async replace(projectId: string, id: string, values: PayoffValues): Promise<PayoffMatrixRow | undefined> {
    return (await updateRows(db, 'payoff_matrices', { project_id: projectId, id }, values))[0];
  },

  delete: (projectId: string, id: string) => deleteRows(db, 'payoff_matrices', { project_id: projectId, id }),
});
