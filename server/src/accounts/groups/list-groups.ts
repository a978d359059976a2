import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { OrganizationProblems } from '../organizations/organization.problems.ts';
import { GroupProblems } from './group.problems.ts';
import { type GroupQuery, toGroup } from './group.schema.ts';
import { groupStore } from './group.store.ts';

/** Everybody sees the groups of their organization: things are shared with them. */
export async function listGroups(ctx: Ctx, url: string, query: z.output<typeof GroupQuery>) {
  const { organizationId } = ctx.actor;
  const { offset, limit, orderBy, orgId, ...filter } = query;
  if (orgId !== undefined && orgId !== organizationId) refuse(OrganizationProblems.noSuchOrganization, orgId);
  const window = { offset, limit, orderBy };
  const { rows, total } = await groupStore(ctx.db.queries).page(organizationId, filter, window);
  return page(ctx.links, url, window, rows.map(toGroup), total);
}

export async function getGroup(ctx: Ctx, id: string) {
  const row = await groupStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return toGroup(row ?? refuse(GroupProblems.noSuchGroup, id));
}
