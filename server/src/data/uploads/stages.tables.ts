import type { Selectable } from 'kysely';

interface DataStageTable {
  id: string;
  organization_id: string;
  owner_id: string;
  filename: string;
  created_at: Date;
  finalized_at: Date | null;
  expires_at: Date;
}

interface DataStagePartTable {
  stage_id: string;
  number: number;
  blob_key: string;
  bytes: number;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    data_stages: DataStageTable;
    data_stage_parts: DataStagePartTable;
  }
}

export type StageRow = Selectable<DataStageTable>;
export type PartRow = Selectable<DataStagePartTable>;
