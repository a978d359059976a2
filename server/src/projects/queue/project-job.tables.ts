import type { ColumnType, Generated, Selectable } from 'kysely';
import type { StoredActor } from '#platform/jobs/stored-actor.ts';

/** The words of the specification's job records; their case is as clients check it. */
export type ProjectJobStatus = 'queue' | 'inprogress' | 'error' | 'ABORTED' | 'COMPLETED';

interface ProjectJobTable {
  id: Generated<number>;
  project_id: string;
  organization_id: string;
  job_type: string;
  step: string;
  input: ColumnType<unknown, string, string>;
  status: Generated<ProjectJobStatus>;
  message: string | null;
  model_id: string | null;
  blueprint_id: string | null;
  autopilot_run: number | null;
  priority: Generated<number>;
  status_id: string | null;
  actor: ColumnType<StoredActor, string, never>;
  location: string | null;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    project_jobs: ProjectJobTable;
  }
}

export type ProjectJobRow = Selectable<ProjectJobTable>;
