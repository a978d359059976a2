import { type Need, requireRole, type SharedKind } from '#accounts';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ProjectPlan } from '../partitioning/plan.ts';
import { hasOpenWork } from './open-work.store.ts';
import { ProjectProblems } from './project.problems.ts';
import { anyProject, lockProject, projectStore } from './project.store.ts';
import type { ProjectRow } from './project.tables.ts';

export const PROJECT: SharedKind = {
  type: 'project',
  title: 'project',
  listedAt: 'projects/',
};

/** The first line of every verb about a project: the row, when the caller may do that much with it. */
export async function getProjectOrThrow(
  ctx: Ctx,
  id: string,
  need: Need,
  db: Queries = ctx.db.queries,
): Promise<ProjectRow> {
  await requireRole({ actor: ctx.actor, db: { queries: db } }, { kind: PROJECT, id }, need);
  const row = await projectStore(db).byId(ctx.actor.organizationId, id);
  // Not inside of a caller's transaction, which may hold the row.
  const gone = row === undefined || (db === ctx.db.queries && (await endedUnborn(ctx, row)));
  return gone ? refuse(ProjectProblems.noSuchProject, id) : row;
}

/** One that has a leaderboard. */
export async function getModelingProjectOrThrow(ctx: Ctx, id: string, need: Need): Promise<ProjectRow> {
  const row = await getProjectOrThrow(ctx, id, need);
  if (row.stage !== 'modeling') refuse(ProjectProblems.noTargetYet, row.stage);
  return row;
}

/** The jobs that read the data of a new project; they carry its id as their status type. */
export const CREATING = ['projects.create', 'projects.await-data'] as const;

/** The job behind `PATCH aim/`. */
export const AIM_JOB = 'projects.aim';

/**
 * A project whose creation was cancelled, expired, or lost its worker once too often never gets its data: it goes, and
 * the status of its creation says why. Answers whether it did.
 */
export async function endedUnborn({ db }: Pick<Platform, 'db'>, { id, stage }: ProjectRow): Promise<boolean> {
  if (stage !== 'eda' || (await hasOpenWork(db.queries, id, CREATING))) return false;
  return db.transaction(async (tx) => {
    // Between the two questions the creation may have come to its end.
    const now = await lockProject(tx, id);
    if (now?.stage !== 'eda') return now === undefined;
    await projectStore(tx).erase(id);
    return true;
  });
}

/** For jobs, which act on a project somebody was allowed to work on. Refuses one that was deleted meanwhile. */
export async function loadProject(
  platform: Platform,
  projectId: string,
): Promise<{ readonly project: ProjectRow; readonly plan: ProjectPlan }> {
  const project = await loadAnyProject(platform, projectId);
  if (project.plan === null) throw new Error(`Project ${projectId} has no plan.`);
  return { project, plan: project.plan };
}

export async function loadAnyProject(platform: Platform, projectId: string): Promise<ProjectRow> {
  return (await anyProject(platform.db.queries, projectId)) ?? refuse(ProjectProblems.noSuchProject, projectId);
}
