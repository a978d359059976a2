import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { findRow, findRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';

export type AutopilotStage =
  | 'first'
  | 'tune'
  | 'rest'
  | 'blend'
  | 'prepare'
  | 'compare'
  | 'go-on'
  | 'insights'
  | 'done';

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
  /** Chunks every candidate continues on before the best is selected; null: none. */
  readonly iterationsBeforeSelection: number | null;
}

export const autopilotStore = (db: Queries) => ({
  runs: (projectId: string) => findRows(db, 'autopilot_runs', { project_id: projectId }, { orderBy: ['number'] }),

  byNumber: (projectId: string, number: number) => findRow(db, 'autopilot_runs', { project_id: projectId, number }),

  insert: (row: Insertable<Tables['autopilot_runs']>): Promise<AutopilotRunRow> =>
    db.insertInto('autopilot_runs').values(row).returningAll().executeTakeFirstOrThrow(),

  move: (projectId: string, number: number, stage: AutopilotStage, now: Date) =>
    updateRows(
      db,
      'autopilot_runs',
      { project_id: projectId, number },
      { stage, ended_at: stage === 'done' ? now : null },
    ),

  setPaused: (projectId: string, paused: boolean) =>
    db
      .updateTable('autopilot_runs')
      .set({ paused })
      .where('project_id', '=', projectId)
      .where('stage', '!=', 'done')
      .execute(),
});
