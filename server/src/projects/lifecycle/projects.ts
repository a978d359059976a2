import type { z } from 'zod';
import { insideUseCases, requireRole, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { autopilotStore } from '../core/project/autopilot-run.store.ts';
import {
  AIM_JOB,
  eraseIfCreationFailed,
  getProjectOrThrow,
  PROJECT,
  ProjectProblems,
} from '../core/project/get-project.ts';
import { hasOpenWork, lockProject, type ProjectRow, projectStore, type Stage } from '../core/project/project.store.ts';
import { cancelAll } from '../queue/jobs.ts';
import { dispatch, reconcile } from '../queue/project-queue.ts';
import { deletedProjectStore } from './deleted-project.store.ts';
import { toProject } from './project.record.ts';
import type { DeletedCountQuery, DeletedQuery, ProjectChange, ProjectQuery } from './project.schema.ts';

export async function getProject(ctx: Ctx, id: string) {
  return toProject(await getProjectOrThrow(ctx, id, 'read'));
}

/** Newest first by default. Feature discovery is not offered, so no project has it. */
export async function listProjects(ctx: Ctx, query: z.output<typeof ProjectQuery>) {
  if (query.featureDiscovery === true) return [];
  const { offset, limit, useCaseIds, projectName, projectId, orderBy } = query;
  const inside = useCaseIds === undefined ? undefined : insideUseCases(ctx, PROJECT, useCaseIds);
  const filter = { projectName, projectId, orderBy, inside };
  const rows = await projectStore(ctx.db.queries).list(visibleTo(ctx, PROJECT), filter, { offset, limit });
  const shown: ProjectRow[] = [];
  for (const row of rows) if (!(await eraseIfCreationFailed(ctx, row))) shown.push(row);
  return shown.map(toProject);
}

/** A new number of workers counts from now on: waiting jobs start in the same moment. */
export async function changeProject(ctx: Ctx, id: string, input: z.output<typeof ProjectChange>) {
  await getProjectOrThrow(ctx, id, 'write');
  const { projectName, projectDescription, workerCount, gpuWorkerCount, holdoutUnlocked } = input;
  const change = {
    name: projectName,
    description: projectDescription,
    worker_count: workerCount,
    gpu_worker_count: gpuWorkerCount,
    holdout_unlocked: holdoutUnlocked,
  };
  return ctx.db.transaction(async (tx) => {
    await lockProject(tx, id);
    await projectStore(tx).change(id, change, ctx.now());
    if (workerCount !== undefined) await dispatch(ctx, tx, id);
    return toProject(await getProjectOrThrow(ctx, id, 'read', tx));
  });
}

/** Its work is stopped; it can be recovered from `deletedProjects/`. */
export async function deleteProject(ctx: Ctx, id: string): Promise<Reply> {
  await getProjectOrThrow(ctx, id, 'own');
  await ctx.db.transaction(async (tx) => {
    await lockProject(tx, id);
    await cancelAll(ctx, tx, id);
    await projectStore(tx).markDeleted(id, ctx.actor.userId, ctx.now());
  });
  return noContent();
}

/** Options stored for the next aim. */
export async function getOptions(ctx: Ctx, id: string) {
  return (await getProjectOrThrow(ctx, id, 'read')).options ?? {};
}

export async function saveOptions(
  ctx: Ctx,
  id: string,
  options: Readonly<Record<string, unknown>>,
  how: 'change' | 'replace',
) {
  const project = await getProjectOrThrow(ctx, id, 'write');
  if (project.stage === 'eda2' || project.stage === 'modeling') refuse(ProjectProblems.targetChosen, project.stage);
  const kept = how === 'change' ? { ...project.options, ...options } : options;
  await projectStore(ctx.db.queries).setOptions(id, kept);
  return kept;
}

const DESCRIPTIONS: Readonly<Record<Stage, string>> = {
  eda: 'Reading the data',
  aim: 'Ready for a target',
  eda2: 'Analysing the data with the target',
  modeling: 'Ready for modeling',
};

/** Clients poll this, so it also reconciles jobs whose worker was lost. */
export async function projectStatus(ctx: Ctx, id: string) {
  const project = await reopenFailedAim(ctx, await getProjectOrThrow(ctx, id, 'read'));
  if (project.stage === 'modeling') await reconcile(ctx, id);
  const runs = await autopilotStore(ctx.db.queries).runs(id);
  const autopilotDone = project.stage === 'modeling' && runs.every(({ stage, paused }) => stage === 'done' || paused);
  return { autopilotDone, stage: project.stage, stageDescription: DESCRIPTIONS[project.stage] };
}

/** Returns a project to stage aim if the job of its aim was cancelled or lost. */
export async function reopenFailedAim(ctx: Ctx, project: ProjectRow): Promise<ProjectRow> {
  if (project.stage !== 'eda2') return project;
  await ctx.db.transaction(async (tx) => {
    await lockProject(tx, project.id);
    if (await hasOpenWork(tx, project.id, [AIM_JOB])) return;
    if (await projectStore(tx).moveStage(project.id, 'eda2', 'aim')) await projectStore(tx).setAim(project.id, null);
  });
  return getProjectOrThrow(ctx, project.id, 'read');
}

/** The dataset version of a project; the caller needs the role `use`. */
export async function versionOfProject({ actor, db }: Pick<Ctx, 'actor' | 'db'>, id: string): Promise<string> {
  await requireRole({ actor, db }, { kind: PROJECT, id }, 'use');
  const row = await projectStore(db.queries).byId(actor.organizationId, id);
  return row?.dataset_version_id ?? refuse(ProjectProblems.noSuchProject, id);
}

/** What the caller could see before it was deleted. */
export async function listDeleted(ctx: Ctx, url: string, query: z.output<typeof DeletedQuery>) {
  const { offset, limit, orderBy, ...filter } = query;
  const store = deletedProjectStore(ctx.db.queries);
  const visible = visibleTo(ctx, PROJECT);
  const rows = await store.page(visible, filter, { offset, limit, orderBy });
  const records = rows.map((row) => ({ ...row, deletedOn: (row.deletedOn ?? ctx.now()).toISOString() }));
  return page(ctx.links, url, { offset, limit }, records, await store.count(visible, filter));
}

export async function countDeleted(ctx: Ctx, filter: z.output<typeof DeletedCountQuery>) {
  return { deletedProjectsCount: await deletedProjectStore(ctx.db.queries).count(visibleTo(ctx, PROJECT), filter) };
}

/** It is as it was; jobs that were cancelled stay cancelled. */
export async function undeleteProject(ctx: Ctx, id: string) {
  await requireRole(ctx, { kind: PROJECT, id }, 'own');
  const restored = await deletedProjectStore(ctx.db.queries).restore(ctx.actor.organizationId, id);
  if (!restored) refuse(ProjectProblems.notDeleted, id);
  return { message: `Project ${id} was recovered` };
}
