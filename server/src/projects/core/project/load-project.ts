import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ProjectPlan } from '../partitioning/plan.ts';
import { ProjectProblems } from './project.problems.ts';
import { anyProject } from './project.store.ts';
import type { ProjectRow } from './project.tables.ts';

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
