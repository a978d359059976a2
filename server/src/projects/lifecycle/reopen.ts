import type { Ctx } from '#platform/context.ts';
import { AIM_JOB, getProjectOrThrow } from '../core/project/get-project.ts';
import { hasOpenWork } from '../core/project/open-work.store.ts';
import { lockProject, projectStore } from '../core/project/project.store.ts';
import type { ProjectRow } from '../core/project/project.tables.ts';

/** An aim whose job was cancelled, or whose worker was lost for good, is as if it had not been asked for. */
export async function reopened(ctx: Ctx, project: ProjectRow): Promise<ProjectRow> {
  if (project.stage !== 'eda2') return project;
  await ctx.db.transaction(async (tx) => {
    await lockProject(tx, project.id);
    if (await hasOpenWork(tx, project.id, [AIM_JOB])) return;
    if (await projectStore(tx).moveStage(project.id, 'eda2', 'aim')) await projectStore(tx).setAim(project.id, null);
  });
  return getProjectOrThrow(ctx, project.id, 'read');
}
