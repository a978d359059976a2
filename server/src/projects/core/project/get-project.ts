import { type Need, requireRole, type SharedKind } from '#accounts';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { catalogue, notFound, refuse, unprocessable } from '#platform/http/problem.ts';
import type { ProjectPlan } from '../partitioning/plan.ts';
import { anyProject, hasOpenWork, lockProject, type ProjectRow, projectStore } from './project.store.ts';

export const ProjectProblems = catalogue({
  noSuchProject: notFound(
    'projects.no_such_project',
    (id: string) => `There is no project ${id}, or you may not see it. GET projects/ lists yours.`,
  ),
  notDeleted: notFound(
    'projects.not_deleted',
    (id: string) => `There is no deleted project ${id}. GET deletedProjects/ lists those that can be recovered.`,
  ),
  noTargetYet: unprocessable(
    'projects.no_target_yet',
    (stage: string) =>
      `The project has no target yet (stage ${stage}). Set one with PATCH aim/ and wait for stage modeling.`,
  ),
  targetChosen: unprocessable(
    'projects.target_chosen',
    (stage: string) =>
      `The project is past choosing a target (stage ${stage}). Clone it with POST projectClones/ to start again.`,
  ),
  stillReading: unprocessable(
    'projects.still_reading',
    () => 'The data of the project are still being read. Wait for the status of its creation to finish.',
  ),
});

export const PROJECT: SharedKind = {
  type: 'project',
  title: 'project',
  listedAt: 'projects/',
};

/** Loads a project the caller may read, use, write or own; else 404. First call of every service function. */
export async function getProjectOrThrow(
  ctx: Ctx,
  id: string,
  need: Need,
  db: Queries = ctx.db.queries,
): Promise<ProjectRow> {
  await requireRole({ actor: ctx.actor, checked: ctx.checked, db: { queries: db } }, { kind: PROJECT, id }, need);
  const row = await projectStore(db).byId(ctx.actor.organizationId, id);
  // Not inside of a caller's transaction, which may hold the row.
  const gone = row === undefined || (db === ctx.db.queries && (await eraseIfCreationFailed(ctx, row)));
  return gone ? refuse(ProjectProblems.noSuchProject, id) : row;
}

/** One that has a leaderboard. */
export async function getModelingProjectOrThrow(ctx: Ctx, id: string, need: Need): Promise<ProjectRow> {
  const row = await getProjectOrThrow(ctx, id, need);
  if (row.stage !== 'modeling') refuse(ProjectProblems.noTargetYet, row.stage);
  return row;
}

/** Options of a job about a project, whose status carries the project's id. */
export const projectJob = ({ actor }: Pick<Ctx, 'actor'>, projectId: string, description: string) => ({
  actor,
  description,
  statusType: projectId,
  about: { type: PROJECT.type, id: projectId },
});

/** The jobs that read the data of a new project; they carry its id as their status type. */
export const CREATION_JOBS = ['projects.create', 'projects.await-data'] as const;

/** The job behind `PATCH aim/`. */
export const AIM_JOB = 'projects.aim';

/**
 * A project whose creation was cancelled, expired, or lost its worker once too often never gets its data: it goes, and
 * the status of its creation has the reason. Returns whether it was erased.
 */
export async function eraseIfCreationFailed({ db }: Pick<Platform, 'db'>, { id, stage }: ProjectRow): Promise<boolean> {
  if (stage !== 'eda' || (await hasOpenWork(db.queries, id, CREATION_JOBS))) return false;
  return db.transaction(async (tx) => {
    // Between the two questions the creation may have come to its end.
    const now = await lockProject(tx, id);
    if (now?.stage !== 'eda') return now === undefined;
    await projectStore(tx).erase(id);
    return true;
  });
}

/** For jobs, which were authorized when they were enqueued. Refuses a project that was deleted meanwhile. */
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
