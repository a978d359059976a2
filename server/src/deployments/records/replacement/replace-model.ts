import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, Problem, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import type { ModelPackageRow } from '../../deployments.tables.ts';
import { packageLeaderboardModel } from '../../registry/package-leaderboard-model.ts';
import { getPackageOrThrow } from '../../registry/the-package.ts';
import { DEPLOYMENT } from '../deployment.kind.ts';
import { DeploymentProblems } from '../deployment.problems.ts';
import { deploymentChanged, deploymentStore } from '../deployment.store.ts';
import { runtimeValues } from '../runtime-values.rules.ts';
import { deploymentPath, settled, underway } from '../settled.ts';
import { putChampion } from './put-champion.ts';
import { replaceJob } from './replace.job.ts';
import type { ReplacementWish } from './replacement.schema.ts';
import { judgeReplacement } from './validate-replacement.ts';

/**
 * A built version answers from the next request on; one that is still being built takes over when it is done, and the
 * current model answers until then. No request is refused because of it.
 */
export async function replaceModel(ctx: Ctx, id: string, wish: z.output<typeof ReplacementWish>): Promise<Reply> {
  const { modelId, modelPackageId, reason } = wish;
  const { validation } = await judgeReplacement(ctx, id, { modelId, modelPackageId }, 'own');
  if (validation.status === 'failing') {
    const { checks } = validation;
    throw new Problem(409, 'deployments.cannot_replace', validation.message, { extra: { checks } });
  }
  const parameters = wish.runtimeParameterValues ? runtimeValues(wish.runtimeParameterValues) : undefined;
  if (typeof parameters === 'string') throw invalidFields({ runtimeParameterValues: parameters });
  const next: ModelPackageRow = modelPackageId
    ? (await getPackageOrThrow(ctx, modelPackageId, 'use')).row
    : await packageLeaderboardModel(ctx, { modelId: modelId ?? '' });
  const { organizationId, userId } = ctx.actor;
  const statusId = await ctx.db.transaction(async (tx) => {
    const store = deploymentStore(tx);
    const row = (await store.lock(organizationId, id)) ?? refuse(DeploymentProblems.noSuchDeployment, id);
    if (row.status === 'replacingModel' || row.status === 'launching') refuse(DeploymentProblems.busy, id, row.status);
    if (parameters !== undefined) {
      await store.change(organizationId, id, { runtime_parameters: JSON.stringify(parameters) });
    }
    const champion = { next, reason: reason ?? 'OTHER', by: userId, at: ctx.now() };
    if (next.build_status === 'complete') {
      await putChampion(tx, row, champion);
      return settled(ctx, tx, deploymentPath(id), 'Replacing the model');
    }
    await store.change(organizationId, id, { status: 'replacingModel', updated_at: ctx.now() });
    await deploymentChanged(tx, id);
    const about = { type: DEPLOYMENT.type, id };
    const input = { deploymentId: id, packageId: next.id, reason: champion.reason, status: row.status };
    return ctx.jobs.enqueue(tx, replaceJob, input, { actor: ctx.actor, description: 'Replacing the model', about });
  });
  return underway(statusId);
}
