import { ownIt, putNewIntoUseCase } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import { modelToPackage } from '#projects';
import type { ModelPackageRow } from '../deployments.tables.ts';
import { buildJob } from './build.job.ts';
import { packageStore } from './package.store.ts';
import { MODEL_VERSION } from './registered-model.kind.ts';
import { registeredModelStore } from './registered-model.store.ts';
import { type RegistryWishes, registeredModelFor, tagsFrom } from './registered-model-for.ts';

export interface LeaderboardWishes extends RegistryWishes {
  readonly modelId: string;
  readonly predictionThreshold?: number | null | undefined;
}

/** Registers a model of a leaderboard as a version. It exists at once and is built behind the request. */
export async function packageLeaderboardModel(ctx: Ctx, wishes: LeaderboardWishes): Promise<ModelPackageRow> {
  const model = await modelToPackage(ctx, wishes.modelId);
  const usualName = `${model.modelType} (${model.projectName})`;
  return ctx.db.transaction(async (tx) => {
    const parent = await registeredModelFor(ctx, tx, wishes, { target: model.target, usualName });
    const now = ctx.now();
    const version = await registeredModelStore(tx).nextVersion(parent.id, ctx.actor.userId, now);
    const row = await packageStore(tx).insert({
      id: newId(now),
      organization_id: ctx.actor.organizationId,
      registered_model_id: parent.id,
      version,
      name: wishes.name ?? `${parent.name} (v${version})`,
      description: wishes.description ?? '',
      model_id: model.modelId,
      project_id: model.projectId,
      project_name: model.projectName,
      execution_type: 'dedicated',
      model_type: model.modelType,
      target: JSON.stringify(model.target),
      prediction_threshold: wishes.predictionThreshold ?? model.predictionThreshold,
      told: JSON.stringify({ modelKind: { isTimeSeries: model.isTimeSeries, isMultiseries: model.isMultiseries } }),
      tags: JSON.stringify(tagsFrom(wishes.tags ?? [], now)),
      created_by: ctx.actor.userId,
      created_at: now,
      updated_by: ctx.actor.userId,
      updated_at: now,
    });
    const it = { kind: MODEL_VERSION, id: row.id };
    await ownIt(tx, ctx.actor, now, it);
    if (wishes.useCaseId) await putNewIntoUseCase(tx, ctx.actor, now, wishes.useCaseId, it);
    const description = `Build ${row.name}`;
    const jobId = await ctx.jobs.enqueue(tx, buildJob, { packageId: row.id }, { actor: ctx.actor, description });
    await packageStore(tx).change(row.id, { build_job_id: jobId });
    return { ...row, build_job_id: jobId };
  });
}
