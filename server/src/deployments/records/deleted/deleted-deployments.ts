import type { z } from 'zod';
import { accessToEach, disownIt, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { DEPLOYMENT } from '../deployment.kind.ts';
import { DeploymentProblems } from '../deployment.problems.ts';
import { settled } from '../settled.ts';
import { deletedDeploymentStore } from './deleted-deployment.store.ts';
import type { DeletedQuery, Erasure } from './deleted-deployments.schema.ts';

/** What the caller could see before it was deleted, the latest first. */
export async function listDeleted(ctx: Ctx, url: string, query: z.output<typeof DeletedQuery>) {
  const { offset, limit, search } = query;
  const store = deletedDeploymentStore(ctx.db.queries);
  const visible = visibleTo(ctx, DEPLOYMENT);
  const { rows, total } = await store.page(ctx.actor.organizationId, visible, search, { offset, limit });
  const shown = rows.map(({ id, label, deleted_at }) => ({
    id,
    label,
    deletedAt: (deleted_at ?? ctx.now()).toISOString(),
  }));
  return page(ctx.links, url, { offset, limit }, shown, total);
}

/** For good, with everything that was seen of their predictions; all of them or none. */
export async function eraseDeleted(ctx: Ctx, { deploymentIds }: z.output<typeof Erasure>): Promise<Reply> {
  const { organizationId } = ctx.actor;
  const access = await accessToEach(ctx, DEPLOYMENT, deploymentIds);
  const statusId = await ctx.db.transaction(async (tx) => {
    const store = deletedDeploymentStore(tx);
    for (const id of new Set(deploymentIds)) {
      const mine = access.get(id)?.role === 'OWNER';
      if (!mine || !(await store.erase(organizationId, id))) refuse(DeploymentProblems.notDeleted, id);
      await disownIt(tx, organizationId, { kind: DEPLOYMENT, id });
    }
    return settled(ctx, tx, '/api/v2/deletedDeployments/', 'Erasing deployments');
  });
  return accepted(statusId);
}
