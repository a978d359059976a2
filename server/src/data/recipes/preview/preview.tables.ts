import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Insight, PreviewColumn } from './preview.schema.ts';

type JsonList<Item> = ColumnType<readonly Item[], string | undefined, string>;
type State = 'RUNNING' | 'COMPLETED' | 'ERROR';

interface PreviewTable {
  id: string;
  recipe_id: string;
  fingerprint: string;
  state: State;
  job_id: string;
  result_schema: JsonList<PreviewColumn>;
  stored_count: Generated<number>;
  byte_size: Generated<number>;
  exceeds_limit: Generated<boolean>;
  insights_state: Generated<State>;
  insights: JsonList<Insight>;
  error_message: string | null;
  failed_operation: number | null;
  created_at: Date;
}

interface PreviewRowsTable {
  preview_id: string;
  piece: number;
  rows: string;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    recipe_previews: PreviewTable;
    recipe_preview_rows: PreviewRowsTable;
  }
}

export type PreviewRow = Selectable<PreviewTable>;
