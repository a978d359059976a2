import type { z } from 'zod';
import { insideUseCases, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { endedUnborn, getProjectOrThrow, PROJECT } from '../core/project/get-project.ts';
import { projectStore } from '../core/project/project.store.ts';
import type { ProjectRow } from '../core/project/project.tables.ts';
import { toProject } from './project.record.ts';
import type { ProjectQuery } from './project.schema.ts';

export async function getProject(ctx: Ctx, id: string) {
  return toProject(await getProjectOrThrow(ctx, id, 'read'));
}

/** Newest first, unless asked for by name. Feature discovery is not offered, so no project has it. */
export async function listProjects(ctx: Ctx, query: z.output<typeof ProjectQuery>) {
  if (query.featureDiscovery === true) return [];
  const { offset, limit, useCaseIds, projectName, projectId, orderBy } = query;
  const inside = useCaseIds === undefined ? undefined : insideUseCases(ctx, PROJECT, useCaseIds);
  const filter = { projectName, projectId, orderBy, inside };
  const rows = await projectStore(ctx.db.queries).list(visibleTo(ctx, PROJECT), filter, { offset, limit });
  const shown: ProjectRow[] = [];
  for (const row of rows) if (!(await endedUnborn(ctx, row))) shown.push(row);
  return shown.map(toProject);
}
