import type { Transform } from '@almanac/engine';
import type { ColumnType, Selectable } from 'kysely';
import type { FeatureProfile } from './feature-profile.ts';

interface ProjectFeatureTable {
  project_id: string;
  number: number;
  name: string;
  feature_type: string;
  profile: ColumnType<FeatureProfile, string, string>;
  transform: ColumnType<Transform | null, string | null | undefined, never>;
  parent_names: ColumnType<string[], string[] | undefined, never>;
  importance: number | null;
}

interface ModelingFeatureTable {
  project_id: string;
  number: number;
  name: string;
  feature_type: string;
  parent_names: string[];
  profile: ColumnType<FeatureProfile, string, string>;
  importance: number | null;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    project_features: ProjectFeatureTable;
    modeling_features: ModelingFeatureTable;
  }
}

export type FeatureRow = Selectable<ProjectFeatureTable>;
export type ModelingFeatureRow = Selectable<ModelingFeatureTable>;
