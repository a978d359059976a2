import type { Ctx } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import { type Page, page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { OrganizationProblems } from './directory.problems.ts';
import { toOrganization } from './directory.schema.ts';
import { organizationStore } from './user.store.ts';

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

/** Other organizations do not exist for the caller; in their own they need to be an administrator. */
export function requireOrganizationAdministrator(actor: Actor, organizationId: string): void {
  if (actor.organizationId !== organizationId) refuse(OrganizationProblems.noSuchOrganization, organizationId);
  if (actor.role !== 'admin') refuse(OrganizationProblems.notAdministrator, actor.username);
}
