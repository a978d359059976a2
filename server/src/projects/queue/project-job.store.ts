import { type ColumnType, type Generated, type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { findRow, findRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
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

export interface JobEnd {
  readonly message?: string | null;
  readonly location?: string | null;
}

export type Ended = Extract<ProjectJobStatus, 'error' | 'ABORTED' | 'COMPLETED'>;

/** A job that was let through but that no worker has taken yet still waits. */
const seen = sql<ProjectJobStatus>`CASE
  WHEN project_jobs.status = 'inprogress' AND EXISTS (
    SELECT 1 FROM job_records WHERE job_records.id = project_jobs.status_id AND job_records.status = 'INITIALIZED')
  THEN 'queue' ELSE project_jobs.status END`;

interface JobFilter {
  readonly status?: 'queue' | 'inprogress' | 'error' | undefined;
  readonly jobType?: string | undefined;
}

export const projectJobStore = (db: Queries) => {
  const jobs = (projectId: string) => db.selectFrom('project_jobs').selectAll().where('project_id', '=', projectId);
  const open = (projectId: string) => jobs(projectId).where('status', 'in', ['queue', 'inprogress']);
  const update = (id: number, change: Updateable<Tables['project_jobs']>) =>
    updateRows(db, 'project_jobs', { id }, change);
  return {
    insert: (row: Insertable<Tables['project_jobs']>): Promise<ProjectJobRow> =>
      db.insertInto('project_jobs').values(row).returningAll().executeTakeFirstOrThrow(),

    byId: (id: number) => findRow(db, 'project_jobs', { id }),

    /** With the status as people see it. */
    shown: (projectId: string, id: number): Promise<ProjectJobRow | undefined> =>
      jobs(projectId).select(seen.as('status')).where('id', '=', id).executeTakeFirst(),

    /** Open ones unless a status is given; in the order they will run. */
    list(projectId: string, { status, jobType }: JobFilter): Promise<ProjectJobRow[]> {
      const some = status === undefined ? open(projectId) : jobs(projectId).where(seen, '=', status);
      const rows = jobType === undefined ? some : some.where('job_type', '=', jobType);
      return rows.select(seen.as('status')).orderBy('priority', 'desc').orderBy('id').execute();
    },

    open: (projectId: string): Promise<ProjectJobRow[]> =>
      open(projectId).orderBy('priority', 'desc').orderBy('id').execute(),

    /** Those that may be started: not the ones of an autopilot that is paused. */
    waiting: (projectId: string, most: number): Promise<ProjectJobRow[]> =>
      jobs(projectId)
        .where('status', '=', 'queue')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('autopilot_runs')
                .select('number')
                .whereRef('autopilot_runs.project_id', '=', 'project_jobs.project_id')
                .whereRef('autopilot_runs.number', '=', 'project_jobs.autopilot_run')
                .where('paused', '=', true),
            ),
          ),
        )
        .orderBy('priority', 'desc')
        .orderBy('id')
        .limit(most)
        .execute(),

    /** Newest first. */
    running: (projectId: string): Promise<ProjectJobRow[]> =>
      jobs(projectId).where('status', '=', 'inprogress').orderBy('id', 'desc').execute(),

    /** Let through, but not taken by any worker yet. */
    notBegun: (ids: readonly number[]): Promise<{ id: number; statusId: string }[]> =>
      db
        .selectFrom('project_jobs')
        .innerJoin('job_records', 'job_records.id', 'project_jobs.status_id')
        .select(['project_jobs.id', 'job_records.id as statusId'])
        .where('project_jobs.id', 'in', ids.length > 0 ? [...ids] : [-1])
        .where('job_records.status', '=', 'INITIALIZED')
        .execute(),

    /** An open job with the same step and input. */
    findOpen: (projectId: string, step: string, input: unknown): Promise<{ id: number } | undefined> =>
      open(projectId)
        .where('step', '=', step)
        .where(sql<boolean>`input = ${JSON.stringify(input)}::jsonb`)
        .executeTakeFirst(),

    start: (id: number, statusId: string, now: Date) =>
      update(id, { status: 'inprogress', status_id: statusId, started_at: now }),

    putBack: (id: number) => update(id, { status: 'queue', status_id: null, started_at: null }),

    end: (id: number, status: Ended, now: Date, { message = null, location = null }: JobEnd = {}) =>
      update(id, { status, ended_at: now, message, location }),

    /** In progress here, while the platform's queue has given up on them. */
    lost: (projectId: string) =>
      db
        .selectFrom('project_jobs')
        .leftJoin('job_records', 'job_records.id', 'project_jobs.status_id')
        .select(['project_jobs.id', 'job_records.status as ending', 'job_records.message as reason'])
        .where('project_jobs.project_id', '=', projectId)
        .where('project_jobs.status', '=', 'inprogress')
        .where(({ or, eb }) =>
          or([eb('job_records.status', 'in', ['ERROR', 'ABORTED', 'EXPIRED']), eb('job_records.id', 'is', null)]),
        )
        .execute(),

    ofAutopilot: (projectId: string, run: number) =>
      findRows(db, 'project_jobs', { project_id: projectId, autopilot_run: run }, { orderBy: ['id'] }),
  };
};
