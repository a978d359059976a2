import type { ColumnType, Generated, Selectable } from 'kysely';

export type AutopilotStage = 'first' | 'tune' | 'rest' | 'blend' | 'prepare' | 'done';

/** What was chosen for one run. */
export interface AutopilotSettings {
  readonly blendBestModels: boolean;
  readonly prepareModelForDeployment: boolean;
  readonly considerBlendersInRecommendation: boolean;
}

interface AutopilotRunTable {
  project_id: string;
  number: number;
  featurelist_id: string;
  mode: 'quick' | 'auto' | 'comprehensive' | 'manual';
  settings: ColumnType<AutopilotSettings, string, never>;
  stage: AutopilotStage;
  paused: Generated<boolean>;
  started_at: Date;
  ended_at: Date | null;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    autopilot_runs: AutopilotRunTable;
  }
}

export type AutopilotRunRow = Selectable<AutopilotRunTable>;
