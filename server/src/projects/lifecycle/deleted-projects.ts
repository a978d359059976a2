import type { z } from 'zod';
import { requireRole, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { PROJECT } from '../core/project/get-project.ts';
import { ProjectProblems } from '../core/project/project.problems.ts';
import { deletedProjectStore } from './deleted-project.store.ts';
import type { DeletedCountQuery, DeletedQuery } from './deleted-projects.schema.ts';

/** What the caller could see before it was deleted. */
export async function listDeleted(ctx: Ctx, url: string, query: z.output<typeof DeletedQuery>) {
  const { offset, limit, orderBy, ...filter } = query;
  const store = deletedProjectStore(ctx.db.queries);
  const visible = visibleTo(ctx, PROJECT);
  const rows = await store.page(visible, filter, { offset, limit, orderBy });
  const records = rows.map((row) => ({
    projectId: row.id,
    projectName: row.name,
    datasetName: row.file_name,
    creator: row.creator,
    deletedBy: row.remover,
    deletedOn: (row.deleted_at ?? ctx.now()).toISOString(),
    organization: row.organization_id,
  }));
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
