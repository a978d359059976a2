import type { ColumnType, Generated, Selectable } from 'kysely';

export type AutopilotStage = 'first' | 'tune' | 'rest' | 'blend' | 'prepare' | 'compare' | 'go-on' | 'done';

/** What was chosen for one run. */
export interface AutopilotSettings {
  readonly blendBestModels: boolean;
  readonly prepareModelForDeployment: boolean;
  readonly considerBlendersInRecommendation: boolean;
  readonly incremental?: IncrementalSettings;
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

export interface IncrementalSettings {
  readonly chunkDefinitionId: string;
  readonly earlyStoppingRounds: number;
  /** Chunks every candidate goes on over before the best is chosen; null: it is chosen without. */
  readonly iterationsBeforeSelection: number | null;
}
