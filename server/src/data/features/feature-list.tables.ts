import type { Generated, Selectable } from 'kysely';

interface FeaturelistTable {
  id: string;
  dataset_id: string;
  version_id: string | null;
  name: string;
  description: Generated<string>;
  features: string[];
  created_by: string;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    dataset_featurelists: FeaturelistTable;
  }
}

export type FeaturelistRow = Selectable<FeaturelistTable>;
