import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Downsampling, Operation } from './recipe.operations.ts';
import type { RecipeInput, RecipeSettings } from './recipe.schema.ts';

/** Written as JSON text, read as the value. */
type Json<Value> = ColumnType<Value, string, string>;
type JsonOrNull<Value> = ColumnType<Value | null, string | null, string | null>;

export type RecipeStatus = 'draft' | 'published';
export type RecipeType = 'SQL' | 'WRANGLING';

interface RecipeTable {
  id: string;
  organization_id: string;
  name: string;
  description: Generated<string>;
  dialect: string;
  status: RecipeStatus;
  recipe_type: RecipeType;
  inputs: Json<readonly RecipeInput[]>;
  operations: Json<readonly Operation[]>;
  downsampling: JsonOrNull<Downsampling>;
  settings: Json<RecipeSettings>;
  sql: string | null;
  use_case_id: string | null;
  error_message: string | null;
  failed_operation: number | null;
  created_by: string;
  created_at: Date;
  updated_by: string;
  updated_at: Date;
}

interface DataSourceTable {
  id: string;
  organization_id: string;
  data_store_id: string;
  canonical_name: string;
  catalog_name: string | null;
  schema_name: string | null;
  table_name: string;
  created_by: string;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    recipes: RecipeTable;
    recipe_data_sources: DataSourceTable;
  }
}

export type RecipeRow = Selectable<RecipeTable>;
export type DataSourceRow = Selectable<DataSourceTable>;
