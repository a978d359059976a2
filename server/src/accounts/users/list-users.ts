import type { Ctx, Platform } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { mayAdminister } from '../organizations/may-administer.ts';
import { UserProblems } from './user.problems.ts';
import { toUser } from './user.schema.ts';
import { userStore } from './user.store.ts';

export async function listOrganizationUsers(
  ctx: Ctx,
  organizationId: string,
  url: string,
  window: { offset: number; limit: number },
) {
  mayAdminister(ctx.actor, organizationId);
  const { rows, total } = await userStore(ctx.db.queries).page(organizationId, window);
  return page(ctx.links, url, window, rows.map(toUser), total);
}

/** Oneself, or, for administrators, anybody in the organization. */
export async function getUser(ctx: Ctx, id: string) {
  if (id !== ctx.actor.userId) mayAdminister(ctx.actor, ctx.actor.organizationId);
  const row = await userStore(ctx.db.queries).inOrganization(ctx.actor.organizationId, id);
  return toUser(row ?? refuse(UserProblems.noSuchUser, id));
}

/** Everybody on this installation, for the machine's owner. */
export async function listUsers(platform: Pick<Platform, 'db'>) {
  const rows = await userStore(platform.db.queries).everyone();
  return rows.map((row) => {
    const { orgId, ...user } = toUser(row);
    return { ...user, organizationId: orgId, organization: row.organization_name };
  });
}
