import type { Selectable } from 'kysely';

export type ListKind = 'input' | 'modeling';

interface FeatureListTable {
  id: string;
  project_id: string;
  kind: ListKind;
  name: string;
  description: string | null;
  features: string[];
  is_user_created: boolean;
  created_by: string;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    project_featurelists: FeatureListTable;
  }
}

export type FeatureListRow = Selectable<FeatureListTable>;

export const RAW = 'Raw Features';

export const INFORMATIVE = 'Informative Features';
