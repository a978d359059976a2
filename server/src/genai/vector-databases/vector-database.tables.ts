import type { ColumnType, Generated, Selectable } from 'kysely';
import type { ExecutionStatus } from '../genai.tables.ts';
import type { Chunking } from './chunking/chunking.rules.ts';
import type { VectorIndexKind } from './pgvector/pgvector.rules.ts';

type Json<Value> = ColumnType<Value, string, string>;

interface VectorDatabaseTable {
  id: string;
  organization_id: string;
  use_case_id: string;
  name: string;
  dataset_id: string;
  dataset_version_id: string;
  dataset_name: string;
  family_id: string;
  parent_id: string | null;
  version: number;
  embedding_model: string;
  chunking: Json<Chunking>;
  metadata_columns: Json<readonly string[]>;
  access_connection_id: string | null;
  access_item_column: string | null;
  execution_status: ExecutionStatus;
  error_message: string | null;
  status_id: string | null;
  chunks_count: Generated<number>;
  size: Generated<number>;
  dimensions: number | null;
  /** Null until it is built. */
  vector_index: VectorIndexKind | null;
  created_by: string;
  created_at: Date;
  updated_by: string;
  updated_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    genai_vector_databases: VectorDatabaseTable;
  }
}

export type VectorDatabaseRow = Selectable<VectorDatabaseTable>;
