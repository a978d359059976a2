import type { ColumnType, Insertable, Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { findRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { PartScores } from '../../core/models/model.tables.ts';

interface IterationTable {
  model_id: string;
  number: number;
  name: string;
  chunk_definition_id: string | null;
  chunk: number | null;
  rows: number;
  scores: ColumnType<PartScores, string, never>;
  model_key: string | null;
  ended_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    incremental_iterations: IterationTable;
  }
}

export type IterationRow = Selectable<IterationTable>;

export const iterationStore = (db: Queries) => ({
  of: (modelId: string) => findRows(db, 'incremental_iterations', { model_id: modelId }, { orderBy: ['number'] }),
  add: (row: Insertable<Tables['incremental_iterations']>) =>
    db
      .insertInto('incremental_iterations')
      .values(row)
      .onConflict((clash) => clash.doNothing())
      .execute(),
  /** The best of the files is the model's own by now; the others are not needed any more. */
  forgetFiles: (modelId: string) =>
    updateRows(db, 'incremental_iterations', { model_id: modelId }, { model_key: null }),
});
