import type { Selectable } from 'kysely';

interface CredentialTable {
  id: string;
  organization_id: string;
  owner_id: string;
  name: string;
  name_key: string;
  description: string;
  credential_type: 'basic' | 's3';
  sealed: string;
  created_at: Date;
}

interface CredentialAssociationTable {
  credential_id: string;
  data_store_id: string;
  owner_id: string;
  is_default: boolean;
  created_at: Date;
}

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
    credentials: CredentialTable;
    credential_associations: CredentialAssociationTable;
    data_stores: DataStoreTable;
  }
}

export type CredentialRow = Selectable<CredentialTable>;
export type AssociationRow = Selectable<CredentialAssociationTable>;
export type DataStoreRow = Selectable<DataStoreTable>;
