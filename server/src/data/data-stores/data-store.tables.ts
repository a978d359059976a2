import type { Selectable } from 'kysely';

interface DataStoreTable {
  id: string;
  organization_id: string;
  creator_id: string;
  canonical_name: string;
  driver_id: string;
  jdbc_url: string;
  created_at: Date;
  updated_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    data_stores: DataStoreTable;
  }
}

export type DataStoreRow = Selectable<DataStoreTable>;
