import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Reading } from '../ingest/ingest.types.ts';

export type Category = 'TRAINING' | 'PREDICTION' | 'SAMPLE';
export type ProcessingState = 'RUNNING' | 'COMPLETED' | 'ERROR';
export type SourceType = 'file' | 'url' | 'stage' | 'recipe' | 'version' | 'dataSource' | 'project';

export interface SampleSize {
  readonly type: 'rows';
  readonly value: number;
}

export interface FeatureTypeCount {
  readonly featureType: string;
  readonly count: number;
}

/** Written as JSON text, read as the value. */
type Json<Value> = ColumnType<Value, string, string>;
type JsonOrNull<Value> = ColumnType<Value | null, string | null, string | null>;

interface DatasetTable {
  id: string;
  organization_id: string;
  owner_id: string;
  name: string;
  description: Generated<string>;
  tags: Generated<string[]>;
  categories: Generated<Category[]>;
  visible: Generated<boolean>;
  latest_version_id: string | null;
  created_at: Date;
  modified_at: Date;
  modified_by: string;
  deleted_at: Date | null;
  deleted_by: string | null;
}

interface DatasetVersionTable {
  id: string;
  dataset_id: string;
  seq: number;
  state: ProcessingState;
  error: Generated<string>;
  source_type: SourceType;
  source_uri: string;
  recipe_id: string | null;
  file_name: string;
  original_key: string | null;
  original_bytes: number | null;
  parquet_key: string | null;
  parquet_bytes: number | null;
  row_count: number | null;
  column_count: number | null;
  reading: JsonOrNull<Reading>;
  feature_types: JsonOrNull<readonly FeatureTypeCount[]>;
  sample_size: JsonOrNull<SampleSize>;
  status_id: string | null;
  created_by: string;
  created_at: Date;
  ended_at: Date | null;
  deleted_at: Date | null;
}

interface DatasetFeatureTable {
  version_id: string;
  position: number;
  name: string;
  feature_type: string;
  summary: Json<Readonly<Record<string, unknown>>>;
  plot: JsonOrNull<readonly { readonly label: string; readonly count: number }[]>;
}

interface DatasetProjectTable {
  version_id: string;
  project_id: string;
  created_at: Date;
}

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
    datasets: DatasetTable;
    dataset_versions: DatasetVersionTable;
    dataset_features: DatasetFeatureTable;
    dataset_projects: DatasetProjectTable;
    dataset_featurelists: FeaturelistTable;
  }
}

export type DatasetRow = Selectable<DatasetTable>;
export type VersionRow = Selectable<DatasetVersionTable>;
export type FeaturelistRow = Selectable<FeaturelistTable>;

export interface FeaturelistRecord extends FeaturelistRow {
  /** The name of the account. */
  readonly creator: string;
}
