import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { getProjectOrThrow } from '../core/project/get-project.ts';
import { ProjectProblems } from '../core/project/project.problems.ts';
import { projectStore } from '../core/project/project.store.ts';

/** What was put aside for the next aim; empty until somebody does. */
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
