import type { Ctx } from '#platform/context.ts';
import { type Page, page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { OrganizationProblems } from './organization.problems.ts';
import { toOrganization } from './organization.schema.ts';
import { organizationStore } from './organization.store.ts';

/** A caller knows of one organization: their own. */
export async function getOrganization(ctx: Ctx, id: string) {
  const own = id === ctx.actor.organizationId ? await organizationStore(ctx.db.queries).byId(id) : undefined;
  return toOrganization(own ?? refuse(OrganizationProblems.noSuchOrganization, id));
}

export async function listOrganizations(
  ctx: Ctx,
  url: string,
  window: { offset: number; limit: number },
): Promise<Page<ReturnType<typeof toOrganization>>> {
  const own = await getOrganization(ctx, ctx.actor.organizationId);
  return page(ctx.links, url, window, [own].slice(window.offset, window.offset + window.limit), 1);
}
