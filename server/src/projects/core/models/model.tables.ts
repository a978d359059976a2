import type { Blend, ForecastBlueprint, TabularBlend, TabularBlueprint } from '@almanac/engine';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Training } from '../partitioning/training-data.ts';

/** The engine's own description of a model to be. */
export type Recipe = (ForecastBlueprint | TabularBlueprint) & { readonly tuning?: Tuning };

/** Of a recipe that a user tuned. */
interface Tuning {
  readonly description: string | null;
}

interface BlueprintTable {
  project_id: string;
  id: string;
  number: number;
  model_type: string;
  family: string;
  processes: string[];
  recipe: ColumnType<Recipe, string, never>;
  modes: string[];
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    blueprints: BlueprintTable;
  }
}

export type BlueprintRow = Selectable<BlueprintTable>;

type Document<T> = ColumnType<T, string, string>;
type MaybeDocument<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** Scores of one metric as the leaderboard has them. */
export interface MetricScores {
  readonly validation: number | null;
  readonly crossValidation: number | null;
  readonly holdout: number | null;
  readonly training: number | null;
  readonly backtesting?: number | null;
  readonly backtestingScores?: readonly (number | null)[];
}

/** How to open a fitted model. */
export type ModelArtifact =
  /** A forecaster of the engine, blends included. */
  | { readonly kind: 'forecaster'; readonly key: string }
  | { readonly kind: 'rows'; readonly key: string }
  | { readonly kind: 'rows-blend'; readonly keys: readonly string[]; readonly weights: readonly number[] };

interface ModelTable {
  id: string;
  project_id: string;
  organization_id: string;
  number: number;
  blueprint_id: string;
  model_type: string;
  family: string;
  category: Generated<'model' | 'blend'>;
  processes: string[];
  featurelist_id: string | null;
  featurelist_name: string | null;
  status: Generated<'training' | 'ready' | 'error'>;
  error: string | null;
  training: Document<Training>;
  sample_pct: number | null;
  training_row_count: number | null;
  is_frozen: Generated<boolean>;
  parent_model_id: string | null;
  trained_into_validation: Generated<boolean>;
  trained_into_holdout: Generated<boolean>;
  is_starred: Generated<boolean>;
  prepared_for_deployment: Generated<boolean>;
  prediction_threshold: Generated<number>;
  member_ids: string[] | null;
  blender_method: string | null;
  blend: MaybeDocument<Blend | TabularBlend>;
  metrics: ColumnType<Readonly<Record<string, MetricScores>>, string | undefined, string>;
  artifact: MaybeDocument<ModelArtifact>;
  created_at: Date;
  ready_at: Date | null;
}

interface ModelPartTable {
  model_id: string;
  part: string;
  scores: Document<PartScores>;
  rows: number;
  training: Document<Training>;
  predictions_key: string;
  ended_at: Date;
}

interface RecommendedModelTable {
  project_id: string;
  recommendation_type: string;
  model_id: string;
  recommended_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    models: ModelTable;
    model_parts: ModelPartTable;
    recommended_models: RecommendedModelTable;
  }
}

export type ModelRow = Selectable<ModelTable>;
export type ModelPartRow = Selectable<ModelPartTable>;

/** Scores by metric; null where a metric does not exist on these cells. */
export type PartScores = Readonly<Record<string, number | null>>;
