import type { ColumnType, Generated, Selectable } from 'kysely';
import type { PolicyDefinition } from './policy.schema.ts';

interface PolicyTable {
  id: string;
  organization_id: string;
  deployment_id: string;
  name: string;
  description: string | null;
  definition: ColumnType<PolicyDefinition, string, string>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

/** What a run does next. */
export type RunStage = 'create' | 'prepare' | 'train' | 'register' | 'finish';
export type RunStatus =
  | 'initializing'
  | 'creating_project'
  | 'running_autopilot'
  | 'registering_model'
  | 'finishing'
  | 'complete'
  | 'error'
  | 'cancelled';

interface RunTable {
  id: string;
  organization_id: string;
  policy_id: string;
  deployment_id: string;
  stage: Generated<RunStage>;
  status: Generated<RunStatus>;
  job_id: string | null;
  project_id: string | null;
  model_id: string | null;
  package_id: string | null;
  challenger_id: string | null;
  error: string | null;
  triggered_by: string;
  started_at: Date;
  claimed_until: Date | null;
  finished_at: Date | null;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    retraining_policies: PolicyTable;
    retraining_runs: RunTable;
  }
}

export type PolicyRow = Selectable<PolicyTable>;
export type RunRow = Selectable<RunTable>;
