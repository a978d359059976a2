import type { z } from 'zod';
import { accessToEach, removeGrants, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { accepted, noContent, type Reply } from '#platform/http/reply.ts';
import { DEPLOYMENT } from '../deployment.kind.ts';
import { requireDeployable } from '../registry/registry.kind.ts';
import { acceptedStatus, completedStatus, deploymentPath } from '../status-replies.ts';
import { DeploymentProblems } from './deployment.problems.ts';
import type { DeletedQuery, DeploymentChange, Erasure, StatusChange } from './deployment.schema.ts';
import { deploymentStore } from './deployment.store.ts';
import { deletedDeploymentStore } from './deployment-list.store.ts';
import { getDeploymentOrThrow } from './get-deployment.ts';
import type { DeploymentPorts } from './ports.ts';

export async function changeDeployment(ctx: Ctx, id: string, body: z.output<typeof DeploymentChange>): Promise<Reply> {
  await getDeploymentOrThrow(ctx, id, 'write');
  if (Object.values(body).every((field) => field === undefined)) refuse(DeploymentProblems.noChange);
  const change = { ...body, updated_at: ctx.now() };
  await ctx.db.transaction((tx) => deploymentStore(tx).change(ctx.actor.organizationId, id, change));
  return noContent();
}

/** Stops serving at once and aborts open batch jobs. Its rows stay until it is erased from `deletedDeployments/`. */
export async function deleteDeployment(ctx: Ctx, { onDelete }: DeploymentPorts, id: string): Promise<Reply> {
  const row = await getDeploymentOrThrow(ctx, id, 'own');
  const jobs = await ctx.db.transaction(async (tx) => {
    const gone = { deleted_at: ctx.now(), deleted_by: ctx.actor.userId, status: 'inactive' as const };
    const reason = `Aborted: deployment ${id} was deleted by ${ctx.actor.username} at ${gone.deleted_at.toISOString()}`;
    await deploymentStore(tx).change(ctx.actor.organizationId, id, gone);
    return onDelete(ctx, tx, row, reason);
  });
  for (const jobId of jobs) await ctx.jobs.cancel(jobId);
  return noContent();
}

/** Done in the moment it is asked for; the status is for clients that wait for one. */
export async function changeStatus(ctx: Ctx, id: string, body: z.output<typeof StatusChange>): Promise<Reply> {
  await getDeploymentOrThrow(ctx, id, 'own');
  const { organizationId } = ctx.actor;
  const statusId = await ctx.db.transaction(async (tx) => {
    const store = deploymentStore(tx);
    const row = (await store.lock(organizationId, id)) ?? refuse(DeploymentProblems.noSuchDeployment, id);
    if (row.status === body.status) refuse(DeploymentProblems.sameStatus, id, row.status);
    const [model] = await store.packages(organizationId, [row.package_id]);
    if (model?.build_status === 'inProgress') refuse(DeploymentProblems.busy, id, row.status);
    if (model?.build_status === 'failed') requireDeployable(model);
    await store.change(organizationId, id, { status: body.status, updated_at: ctx.now() });
    return completedStatus(ctx, tx, deploymentPath(id), body.status === 'active' ? 'Activating' : 'Deactivating');
  });
  return acceptedStatus(statusId);
}

/** What the caller could see before it was deleted, the latest first. */
export async function listDeleted(ctx: Ctx, url: string, query: z.output<typeof DeletedQuery>) {
  const { offset, limit, search } = query;
  const store = deletedDeploymentStore(ctx.db.queries);
  const visible = visibleTo(ctx, DEPLOYMENT);
  const { rows, total } = await store.page(ctx.actor.organizationId, visible, search, { offset, limit });
  return page(
    ctx.links,
    url,
    query,
    rows.map((row) => apiFields(row, 'id', 'label', 'deleted_at')),
    total,
  );
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
      await removeGrants(tx, organizationId, { kind: DEPLOYMENT, id });
    }
    return completedStatus(ctx, tx, '/api/v2/deletedDeployments/', 'Erasing deployments');
  });
  return accepted(statusId);
}
