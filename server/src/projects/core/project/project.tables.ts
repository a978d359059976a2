import type { ColumnType, Generated, Selectable } from 'kysely';
import type { ProjectPlan } from '../partitioning/plan.ts';
import type { Aim } from './aim.schema.ts';

/** eda: the data are being read; aim: waits for a target; eda2: a target was given; modeling: has a leaderboard. */
export type Stage = 'eda' | 'aim' | 'eda2' | 'modeling';

/** A document: written as JSON text, read as it is. */
type Document<T> = ColumnType<T | null, string | null | undefined, string | null>;

interface ProjectTable {
  id: string;
  organization_id: string;
  name: string;
  description: string | null;
  file_name: string;
  stage: Generated<Stage>;
  dataset_id: string | null;
  dataset_version_id: string | null;
  from_catalog: Generated<boolean>;
  recipe_id: string | null;
  worker_count: Generated<number>;
  gpu_worker_count: Generated<number>;
  aim: Document<Aim>;
  plan: Document<ProjectPlan>;
  options: Document<Record<string, unknown>>;
  target: string | null;
  target_type: string | null;
  metric: string | null;
  autopilot_mode: number | null;
  holdout_unlocked: Generated<boolean>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  deleted_by: string | null;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    projects: ProjectTable;
  }
}

export type ProjectRow = Selectable<ProjectTable>;
