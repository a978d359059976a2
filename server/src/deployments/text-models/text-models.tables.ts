import type { ColumnType, Generated, Selectable } from 'kysely';
import type { TextModel } from './text-model.ts';

interface CustomModelVersionTable {
  id: string;
  organization_id: string;
  custom_model_id: string;
  source_id: string;
  version: number;
  name: string;
  description: Generated<string>;
  model_type: string;
  prompt_name: string;
  target_name: string;
  text_model: ColumnType<TextModel, string, never>;
  created_by: string;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    custom_model_versions: CustomModelVersionTable;
  }
}

export type CustomModelVersionRow = Selectable<CustomModelVersionTable>;
