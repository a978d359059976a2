import type { Ctx } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import { type Page, page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import type { AdministratorAccess, ObjectKind } from '#platform/http/route-access.ts';
import { OrganizationProblems } from './directory.problems.ts';
import { toOrganization } from './directory.schema.ts';
import { organizationStore } from './user.store.ts';

export const ORGANIZATION: ObjectKind = { type: 'organization', title: 'organization', seenBy: 'its members' };

/** A caller knows of one organization: their own. */
export async function getOrganization(ctx: Ctx, id: string) {
  const own = id === ctx.actor.organizationId ? await organizationStore(ctx.db.queries).byId(id) : undefined;
  ctx.checked?.grant(ORGANIZATION, 'read');
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

/** For routes that only administrators of the organization may call. */
export const ADMINISTRATORS: AdministratorAccess = { administrators: OrganizationProblems.notAdministrator };

/** Other organizations do not exist for the caller. */
export function requireOwnOrganization(actor: Actor, organizationId: string): void {
  if (actor.organizationId !== organizationId) refuse(OrganizationProblems.noSuchOrganization, organizationId);
}
