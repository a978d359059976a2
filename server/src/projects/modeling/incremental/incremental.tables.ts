import type { ColumnType, Selectable } from 'kysely';
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
