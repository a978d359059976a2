import type { z } from 'zod';
import type { Need } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, Problem, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { modelToPackage } from '#projects';
import { DEPLOYMENT } from '../deployment.kind.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';
import { packageLeaderboardModel } from '../registry/register-model.ts';
import { getPackageOrThrow } from '../registry/registry.kind.ts';
import { acceptedStatus, completedStatus, deploymentPath } from '../status-replies.ts';
import { DeploymentProblems } from './deployment.problems.ts';
import { runtimeValues } from './deployment.rules.ts';
import type { ReplacementBody, Validation, ValidationBody } from './deployment.schema.ts';
import { deploymentStore } from './deployment.store.ts';
import { getChampionOrThrow, getDeploymentOrThrow } from './get-deployment.ts';
import { replaceJob, setChampion } from './launch.job.ts';
import { type Candidate, candidateOf, replacementChecks, verdict } from './replacement.rules.ts';

/**
 * A built version answers from the next request on; one that is still being built takes over when it is done, and the
 * current model answers until then. No request is refused because of it.
 */
export async function replaceModel(ctx: Ctx, id: string, options: z.output<typeof ReplacementBody>): Promise<Reply> {
  const { modelId, modelPackageId, reason } = options;
  const validation = await evaluateReplacement(ctx, id, { modelId, modelPackageId }, 'own');
  if (validation.status === 'failing') {
    const { checks } = validation;
    throw new Problem(409, 'deployments.cannot_replace', validation.message, { extra: { checks } });
  }
  const parameters = options.runtimeParameterValues ? runtimeValues(options.runtimeParameterValues) : undefined;
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
      await setChampion(tx, row, champion);
      return completedStatus(ctx, tx, deploymentPath(id), 'Replacing the model');
    }
    await store.change(organizationId, id, { status: 'replacingModel', updated_at: ctx.now() });
    const about = { type: DEPLOYMENT.type, id };
    const input = { deploymentId: id, packageId: next.id, reason: champion.reason, status: row.status };
    return ctx.jobs.enqueue(tx, replaceJob, input, { actor: ctx.actor, description: 'Replacing the model', about });
  });
  return acceptedStatus(statusId);
}

type ReplacementOptions = z.output<typeof ValidationBody>;

/** A model of a leaderboard is not registered for a question; of it less is known. */
async function candidateFor(ctx: Ctx, { modelId, modelPackageId }: ReplacementOptions): Promise<Candidate> {
  if (modelPackageId) return candidateOf((await getPackageOrThrow(ctx, modelPackageId, 'use')).row);
  const model = await modelToPackage(ctx, modelId ?? '');
  return {
    packageId: null,
    modelId: model.modelId,
    target: model.target,
    series: model.isTimeSeries,
    external: false,
    archived: false,
    build: 'complete',
    columns: null,
    plan: null,
  };
}

async function evaluateReplacement(
  ctx: Ctx,
  id: string,
  options: ReplacementOptions,
  need: Need,
): Promise<z.infer<typeof Validation>> {
  const row = await getDeploymentOrThrow(ctx, id, need);
  const candidate = await candidateFor(ctx, options);
  const checks = replacementChecks(candidateOf(await getChampionOrThrow(ctx, row)), candidate, row);
  return { ...verdict(checks), checks };
}

export const validateReplacement = (ctx: Ctx, id: string, options: ReplacementOptions) =>
  evaluateReplacement(ctx, id, options, 'read');
