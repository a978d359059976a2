import type { ColumnType, Generated, Selectable } from 'kysely';
import type { ManifestTarget, ModelManifest } from './model-manifest.ts';
import type { DeploymentSettings } from './records/deployment-settings.ts';

interface CustomModelVersionTable {
  id: string;
  organization_id: string;
  custom_model_id: string;
  source_id: string;
  version: number;
  name: string;
  description: Generated<string>;
  model_type: string;
  prompt_name: string;
  target_name: string;
  text_model: ColumnType<TextModel, string, never>;
  created_by: string;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    custom_model_versions: CustomModelVersionTable;
  }
}

export type CustomModelVersionRow = Selectable<CustomModelVersionTable>;

type Settings = Readonly<Record<string, unknown>>;

/** A language model and what it is asked with, frozen when it was registered. What is in the settings is not known here. */
export interface TextModel {
  /** Of the catalogue. */
  readonly llmId: string;
  readonly llmSettings: Settings | null;
  readonly vectorDatabaseId: string | null;
  readonly vectorDatabaseSettings: Settings | null;
}

/** Written as JSON text, read as it is. */
type Document<T> = ColumnType<T, string, string>;
type DocumentWithDefault<T> = ColumnType<T, string | undefined, string>;
type MaybeDocument<T> = ColumnType<T | null, string | null | undefined, string | null>;

export interface Tag {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

interface PredictionEnvironmentTable {
  id: string;
  organization_id: string;
  name: string;
  description: string | null;
  platform: string;
  supported_model_formats: string[];
  managed_by: Generated<string>;
  priority: string | null;
  max_concurrent_batch: number | null;
  credential_id: string | null;
  datastore_id: string | null;
  is_native: Generated<boolean>;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

interface RegisteredModelTable {
  id: string;
  organization_id: string;
  name: string;
  description: Generated<string>;
  target_name: string | null;
  target_type: string;
  is_global: Generated<boolean>;
  is_archived: Generated<boolean>;
  last_version: Generated<number>;
  tags: DocumentWithDefault<readonly Tag[]>;
  created_by: string;
  created_at: Date;
  modified_by: string;
  modified_at: Date;
}

interface ModelPackageTable {
  id: string;
  organization_id: string;
  registered_model_id: string;
  version: number;
  name: string;
  description: Generated<string>;
  model_id: string;
  project_id: string | null;
  project_name: string | null;
  execution_type: 'dedicated' | 'external';
  model_type: string;
  target: Document<ManifestTarget>;
  prediction_threshold: Generated<number>;
  build_status: Generated<'inProgress' | 'complete' | 'failed'>;
  build_error: string | null;
  build_job_id: string | null;
  bundle: MaybeDocument<ModelManifest>;
  told: MaybeDocument<Readonly<Record<string, unknown>>>;
  /** Of versions that write text: the model, its settings, and the documents it answers from. */
  text_model: MaybeDocument<TextModel>;
  stage: Generated<string>;
  tags: DocumentWithDefault<readonly Tag[]>;
  user_provided_id: string | null;
  is_archived: Generated<boolean>;
  created_by: string;
  created_at: Date;
  updated_by: string;
  updated_at: Date;
}

export type DeploymentStatus = 'active' | 'inactive' | 'launching' | 'stopping' | 'replacingModel' | 'errored';
type Importance = 'CRITICAL' | 'HIGH' | 'MODERATE' | 'LOW';

interface DeploymentTable {
  id: string;
  organization_id: string;
  label: string;
  description: string | null;
  importance: Importance | null;
  status: DeploymentStatus;
  environment_id: string;
  package_id: string;
  prediction_threshold: number | null;
  user_provided_id: string | null;
  additional_metadata: DocumentWithDefault<readonly { readonly key: string; readonly value: string }[]>;
  runtime_parameters: DocumentWithDefault<readonly Readonly<Record<string, unknown>>[]>;
  settings: Document<DeploymentSettings>;
  health_settings: DocumentWithDefault<Readonly<Record<string, unknown>>>;
  replay_settings: DocumentWithDefault<Readonly<Record<string, unknown>>>;
  retraining_settings: DocumentWithDefault<Readonly<Record<string, unknown>>>;
  tags: DocumentWithDefault<readonly Tag[]>;
  /** A bigint of the database; text here. */
  revision: Generated<string>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  deleted_by: string | null;
}

interface DeploymentModelTable {
  deployment_id: string;
  number: number;
  package_id: string;
  model_id: string;
  reason: string | null;
  deployed_by: string;
  deployed_at: Date;
  replaced_at: Date | null;
}

interface ChallengerTable {
  id: string;
  organization_id: string;
  deployment_id: string;
  package_id: string;
  environment_id: string;
  name: string;
  created_by: string;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    prediction_environments: PredictionEnvironmentTable;
    registered_models: RegisteredModelTable;
    model_packages: ModelPackageTable;
    deployments: DeploymentTable;
    deployment_models: DeploymentModelTable;
    challengers: ChallengerTable;
  }
}

export type PredictionEnvironmentRow = Selectable<PredictionEnvironmentTable>;
export type RegisteredModelRow = Selectable<RegisteredModelTable>;
export type ModelPackageRow = Selectable<ModelPackageTable>;
export type DeploymentRow = Selectable<DeploymentTable>;
export type DeploymentModelRow = Selectable<DeploymentModelTable>;
export type ChallengerRow = Selectable<ChallengerTable>;
