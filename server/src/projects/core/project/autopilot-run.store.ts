import type { Insertable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { AutopilotRunRow, AutopilotStage } from './autopilot-run.tables.ts';

export const autopilotStore = (db: Queries) => ({
  runs: (projectId: string): Promise<AutopilotRunRow[]> =>
    db.selectFrom('autopilot_runs').selectAll().where('project_id', '=', projectId).orderBy('number').execute(),

  byNumber: (projectId: string, number: number): Promise<AutopilotRunRow | undefined> =>
    db
      .selectFrom('autopilot_runs')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('number', '=', number)
      .executeTakeFirst(),

  insert: (row: Insertable<Tables['autopilot_runs']>): Promise<AutopilotRunRow> =>
    db.insertInto('autopilot_runs').values(row).returningAll().executeTakeFirstOrThrow(),

  move: (projectId: string, number: number, stage: AutopilotStage, now: Date) =>
    db
      .updateTable('autopilot_runs')
      .set({ stage, ended_at: stage === 'done' ? now : null })
      .where('project_id', '=', projectId)
      .where('number', '=', number)
      .execute(),

  setPaused: (projectId: string, paused: boolean) =>
    db
      .updateTable('autopilot_runs')
      .set({ paused })
      .where('project_id', '=', projectId)
      .where('stage', '!=', 'done')
      .execute(),
});
