import type { ColumnType, Generated, Selectable } from 'kysely';

export const PARTITION_METHODS = ['random', 'stratified', 'date'] as const;
export type PartitionMethod = (typeof PARTITION_METHODS)[number];

export interface DatasetInfo {
  readonly totalRows: number;
  readonly sourceSize: number;
  readonly estimatedSizePerRow: number;
  readonly columns: readonly string[];
}

/** How rows are put in order before they are cut into chunks; dates are ISO 8601. */
export interface ChunkRows {
  readonly orderByColumns: readonly string[];
  readonly isDescendingOrder: boolean;
  readonly targetColumn: string | null;
  readonly targetClass: string | null;
  readonly datetimePartitionColumn: string | null;
  readonly otvValidationStartDate: string | null;
  readonly otvValidationEndDate: string | null;
  readonly otvTrainingEndDate: string | null;
  readonly otvEarliestTimestamp: string | null;
  readonly otvLatestTimestamp: string | null;
}

export interface ChunkStats {
  readonly expectedChunkSize: number;
  readonly numberOfRowsPerChunk: number;
  readonly totalNumberOfChunks: number;
}

interface DatasetDefinitionTable {
  id: string;
  organization_id: string;
  dataset_id: string;
  dataset_version_id: string;
  follows_latest: boolean;
  name: string;
  created_by: string;
  created_at: Date;
}

interface DatasetDefinitionInfoTable {
  id: string;
  definition_id: string;
  version: number;
  dataset_version_id: string;
  info: ColumnType<DatasetInfo, string, never>;
  created_at: Date;
}

interface ChunkDefinitionTable {
  id: string;
  definition_id: string;
  organization_id: string;
  info_version: number;
  dataset_version_id: string;
  name: string;
  partition_method: PartitionMethod;
  rows: ColumnType<ChunkRows, string, string>;
  stats: ColumnType<ChunkStats | null, string | null, string | null>;
  revision: Generated<number>;
  is_readonly: Generated<boolean>;
  created_by: string;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    dataset_definitions: DatasetDefinitionTable;
    dataset_definition_infos: DatasetDefinitionInfoTable;
    chunk_definitions: ChunkDefinitionTable;
  }
}

export type DatasetDefinitionRow = Selectable<DatasetDefinitionTable>;
export type DatasetInfoRow = Selectable<DatasetDefinitionInfoTable>;
export type ChunkDefinitionRow = Selectable<ChunkDefinitionTable>;
