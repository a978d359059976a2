import type { z } from 'zod';
import { DEPLOYMENT, getDeploymentOrThrow, modelsOf, recorderOf, watchedPackage } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { accepted } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { deletionJob } from './deletion.job.ts';
import { deletedPeriod } from './deletion.rules.ts';
import type { Deletion } from './deletion.schema.ts';
import { isWatchedModel } from './deletion.store.ts';
import { keepDoom } from './doom.store.ts';

/** Only owners: what is deleted cannot be had back. */
export async function deleteData(ctx: Ctx, deploymentId: string, wish: z.output<typeof Deletion>) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'own');
  const { modelId } = wish;
  const period = deletedPeriod(wish);
  const history = await modelsOf(ctx.db.queries, deploymentId);
  const current = await watchedPackage(ctx, deployment.package_id);
  const doomed = { organizationId: deployment.organization_id, deploymentId, modelId, ...period };
  const isKnown = current?.model_id === modelId || history.some(({ model_id }) => model_id === modelId);
  if (!isKnown && !(await isWatchedModel(ctx.db.queries, doomed))) refuse(MonitoringProblems.notOfDeployment, modelId);
  const [start, end] = [period.start?.toISOString() ?? null, period.end?.toISOString() ?? null];
  const options = {
    actor: ctx.actor,
    description: 'Deleting monitoring data',
    about: { type: DEPLOYMENT.type, id: deploymentId },
  };
  // What this process has noted is deleted too, also what was reported of long ago.
  await recorderOf(ctx).settle();
  const statusId = await ctx.db.transaction(async (tx) => {
    const asked_at = ctx.now();
    await keepDoom(tx, {
      ...{ id: newId(asked_at), deployment_id: deploymentId, organization_id: deployment.organization_id },
      ...{ model_id: modelId, start_at: period.start, end_at: period.end, asked_at },
    });
    return ctx.jobs.enqueue(tx, deletionJob, { deploymentId, modelId, start, end }, options);
  });
  return accepted(statusId);
}
