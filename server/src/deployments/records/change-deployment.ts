import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { endJobsOf } from '../batch/jobs/end-jobs-of.ts';
import { requireDeployable } from '../registry/the-package.ts';
import { stopPolicies } from '../retraining/policies.ts';
import { stopReplay } from '../settings/replay-settings.ts';
import { DeploymentProblems } from './deployment.problems.ts';
import type { DeploymentChange, StatusChange } from './deployment.schema.ts';
import { deploymentChanged, deploymentStore } from './deployment.store.ts';
import { deploymentPath, settled, underway } from './settled.ts';
import { getDeploymentOrThrow } from './the-deployment.ts';

export async function changeDeployment(ctx: Ctx, id: string, body: z.output<typeof DeploymentChange>): Promise<Reply> {
  await getDeploymentOrThrow(ctx, id, 'write');
  const { label, description, importance } = body;
  const change = {
    ...(label === undefined ? {} : { label }),
    ...(description === undefined ? {} : { description }),
    ...(importance === undefined ? {} : { importance }),
  };
  if (Object.keys(change).length === 0) refuse(DeploymentProblems.noChange);
  await ctx.db.transaction(async (tx) => {
    await deploymentStore(tx).change(ctx.actor.organizationId, id, { ...change, updated_at: ctx.now() });
    await deploymentChanged(tx, id);
  });
  return noContent();
}

/** It answers nobody from now on, and its open batch jobs end. Its rows stay until it is erased from `deletedDeployments/`. */
export async function deleteDeployment(ctx: Ctx, id: string): Promise<Reply> {
  const row = await getDeploymentOrThrow(ctx, id, 'own');
  const works = await ctx.db.transaction(async (tx) => {
    await stopReplay(tx, row);
    await stopPolicies(tx, row.organization_id, id);
    const gone = { deleted_at: ctx.now(), deleted_by: ctx.actor.userId, status: 'inactive' as const };
    await deploymentStore(tx).change(ctx.actor.organizationId, id, gone);
    await deploymentChanged(tx, id);
    const line = `Aborted: deployment ${id} was deleted by ${ctx.actor.username} at ${gone.deleted_at.toISOString()}`;
    return endJobsOf(ctx, tx, { organizationId: row.organization_id, id }, line);
  });
  for (const workId of works) await ctx.jobs.cancel(workId);
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
    await deploymentChanged(tx, id);
    return settled(ctx, tx, deploymentPath(id), body.status === 'active' ? 'Activating' : 'Deactivating');
  });
  return underway(statusId);
}
