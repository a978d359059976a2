import { type ColumnType, type Generated, type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { insideUseCases, visibleTo } from '#accounts';
import type { Queries, Tx } from '#platform/db/database.ts';
import { deleteRows, findRow, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { ProjectPlan } from '../partitioning/plan.ts';
import type { Aim } from './aim.schema.ts';

/** eda: the data are being read; aim: ready for a target; eda2: a target was given; modeling: has a leaderboard. */
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

type Ids = ReturnType<typeof visibleTo> | ReturnType<typeof insideUseCases>;

interface ProjectFilter {
  readonly projectName?: string | undefined;
  readonly projectId?: readonly string[] | undefined;
  readonly inside?: Ids | undefined;
  readonly orderBy?: 'projectName' | '-projectName' | undefined;
}

export const projectStore = (db: Queries) => {
  const update = (id: string, change: Updateable<Tables['projects']>) => updateRows(db, 'projects', { id }, change);
  return {
    byId: (organizationId: string, id: string) =>
      findRow(db, 'projects', { id, organization_id: organizationId, deleted_at: null }),

    async list(visible: Ids, filter: ProjectFilter, window: { offset: number; limit: number }): Promise<ProjectRow[]> {
      let mine = db.selectFrom('projects').selectAll().where('deleted_at', 'is', null).where('id', 'in', visible);
      const { projectName, projectId, inside, orderBy } = filter;
      if (projectName !== undefined) mine = mine.where(sql`strpos(lower(name), ${projectName.toLowerCase()})`, '>', 0);
      if (projectId !== undefined) mine = mine.where('id', 'in', projectId.length > 0 ? projectId : ['']);
      if (inside !== undefined) mine = mine.where('id', 'in', inside);
      if (orderBy !== undefined) mine = mine.orderBy('name', orderBy.startsWith('-') ? 'desc' : 'asc');
      const newestFirst = mine.orderBy('created_at', 'desc').orderBy('id', 'desc');
      return newestFirst.offset(window.offset).limit(window.limit).execute();
    },

    insert: (row: Insertable<Tables['projects']>): Promise<ProjectRow> =>
      db.insertInto('projects').values(row).returningAll().executeTakeFirstOrThrow(),

    change: (
      id: string,
      change: Pick<
        Updateable<Tables['projects']>,
        'name' | 'description' | 'worker_count' | 'gpu_worker_count' | 'holdout_unlocked'
      >,
      now: Date,
    ) => update(id, { ...change, updated_at: now }),

    setData: (id: string, datasetId: string, versionId: string, fileName?: string) =>
      update(id, { dataset_id: datasetId, dataset_version_id: versionId, file_name: fileName }),

    setOptions: (id: string, options: Readonly<Record<string, unknown>>) =>
      update(id, { options: JSON.stringify(options) }),

    /** False when the project is not in stage `from`: another transaction was first. */
    async moveStage(id: string, from: Stage, to: Stage): Promise<boolean> {
      return (await updateRows(db, 'projects', { id, stage: from }, { stage: to })).length === 1;
    },

    setAim: (id: string, aim: Aim | null) => update(id, { aim: aim && JSON.stringify(aim) }),

    setPlan: (
      id: string,
      plan: ProjectPlan,
      target: Pick<ProjectRow, 'target' | 'target_type' | 'metric' | 'autopilot_mode'>,
    ) => update(id, { plan: JSON.stringify(plan), ...target }),

    markDeleted: (id: string, by: string, now: Date) => update(id, { deleted_at: now, deleted_by: by }),

    /** Also deletes what refers to it. */
    erase: (id: string) => deleteRows(db, 'projects', { id }),
  };
};

/**
 * The row, locked until the transaction ends: decisions about a project's queue are made one at a time. Rows that refer
 * to it may still be added: two transactions that have each added a job would else wait for each other.
 */
export const lockProject = (tx: Tx, id: string): Promise<ProjectRow | undefined> =>
  tx.selectFrom('projects').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** For jobs: whichever organization it belongs to, unless it was deleted. */
export const anyProject = (db: Queries, id: string): Promise<ProjectRow | undefined> =>
  findRow(db, 'projects', { id, deleted_at: null });

const workOf = (db: Queries, projectId: string, kinds: readonly string[]) =>
  db
    .selectFrom('job_records')
    .select('id')
    .where('kind', 'in', [...kinds])
    .where('status_type', '=', projectId)
    .limit(1);

/** Whether work of these kinds waits or runs for a project: such jobs carry its id as their status type. */
export async function hasOpenWork(db: Queries, projectId: string, kinds: readonly string[]): Promise<boolean> {
  const open = workOf(db, projectId, kinds).where('status', 'in', ['INITIALIZED', 'RUNNING']);
  return (await open.executeTakeFirst()) !== undefined;
}

/** Whether there ever was work of these kinds for a project, whatever became of it. */
export const hadWork = async (db: Queries, projectId: string, kinds: readonly string[]): Promise<boolean> =>
  (await workOf(db, projectId, kinds).executeTakeFirst()) !== undefined;
