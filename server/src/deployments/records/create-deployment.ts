import type { z } from 'zod';
import { grantOwnership } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { getRecommended } from '#projects';
import { DEPLOYMENT } from '../deployment.kind.ts';
import type { ModelPackageRow, PredictionEnvironmentRow } from '../deployments.tables.ts';
import { getEnvironmentOrThrow, nativeEnvironment } from '../environments/environment.kind.ts';
import { packageLeaderboardModel } from '../registry/register-model.ts';
import { getPackageOrThrow, requireDeployable } from '../registry/registry.kind.ts';
import { deploymentPath, settled } from '../status-replies.ts';
import { DeploymentProblems } from './deployment.problems.ts';
import { runtimeValues } from './deployment.rules.ts';
import type { FromModel, FromPackage, FromProject } from './deployment.schema.ts';
import { deploymentModelStore, deploymentStore } from './deployment.store.ts';
import { FIRST_SETTINGS } from './deployment-settings.ts';
import { launchJob } from './launch.job.ts';

type Wishes = Omit<z.output<typeof FromModel>, 'modelId'> & Partial<z.output<typeof FromPackage>>;

interface Placed {
  readonly environmentId: string;
  readonly parameters: readonly Readonly<Record<string, unknown>>[];
}

/** What can be wrong with the wishes, and where they lead. */
async function place(ctx: Ctx, execution: ModelPackageRow['execution_type'], wishes: Wishes): Promise<Placed> {
  const parameters = wishes.runtimeParameterValues ? runtimeValues(wishes.runtimeParameterValues) : [];
  if (typeof parameters === 'string') throw invalidFields({ runtimeParameterValues: parameters });
  const wished = wishes.predictionEnvironmentId ?? wishes.defaultPredictionServerId;
  return { environmentId: (await chooseEnvironment(ctx, execution, wished)).id, parameters };
}

/** Whoever makes it owns it. It answers at once where the version is built, and when it is built where it is not. */
async function deploy(ctx: Ctx, model: ModelPackageRow, placed: Placed, wishes: Wishes): Promise<Reply> {
  const status = wishes.status ?? 'active';
  const now = ctx.now();
  const id = newId(now);
  const statusId = await ctx.db.transaction(async (tx) => {
    await deploymentStore(tx).insert({
      id,
      organization_id: ctx.actor.organizationId,
      label: wishes.label,
      description: wishes.description ?? null,
      importance: wishes.importance ?? null,
      status: model.build_status === 'complete' ? status : 'launching',
      environment_id: placed.environmentId,
      package_id: model.id,
      prediction_threshold: wishes.predictionThreshold ?? null,
      user_provided_id: wishes.userProvidedId ?? null,
      additional_metadata: JSON.stringify(metadataOf(wishes.additionalMetadata)),
      runtime_parameters: JSON.stringify(placed.parameters),
      settings: JSON.stringify(FIRST_SETTINGS),
      created_by: ctx.actor.userId,
      created_at: now,
      updated_at: now,
    });
    await deploymentModelStore(tx).put({
      deploymentId: id,
      packageId: model.id,
      modelId: model.model_id,
      reason: null,
      by: ctx.actor.userId,
      at: now,
    });
    await grantOwnership(tx, ctx.actor, now, { kind: DEPLOYMENT, id });
    const description = `Launching ${wishes.label}`;
    if (model.build_status === 'complete') return settled(ctx, tx, deploymentPath(id), description);
    const about = { type: DEPLOYMENT.type, id };
    return ctx.jobs.enqueue(tx, launchJob, { deploymentId: id, status }, { actor: ctx.actor, description, about });
  });
  return accepted(statusId, { id });
}

function metadataOf(told: Wishes['additionalMetadata']): readonly { readonly key: string; readonly value: string }[] {
  if (told === null || told === undefined) return [];
  return Array.isArray(told) ? told : Object.entries(told).map(([key, value]) => ({ key, value }));
}

export async function fromPackage(ctx: Ctx, body: z.output<typeof FromPackage>): Promise<Reply> {
  const { modelPackageId: id, ...wishes } = body;
  const { row } = await getPackageOrThrow(ctx, id, 'use');
  requireDeployable(row);
  return deploy(ctx, row, await place(ctx, row.execution_type, wishes), wishes);
}

/** A model of the leaderboard is registered on the way; what is wrong with the wishes is told before that. */
export async function fromModel(ctx: Ctx, body: z.output<typeof FromModel>): Promise<Reply> {
  const { modelId, ...wishes } = body;
  const placed = await place(ctx, 'dedicated', wishes);
  return deploy(ctx, await packageLeaderboardModel(ctx, { modelId }), placed, wishes);
}

export async function fromProject(ctx: Ctx, body: z.output<typeof FromProject>): Promise<Reply> {
  const { projectId, ...wishes } = body;
  const { modelId } = await getRecommended(ctx, projectId);
  return fromModel(ctx, { modelId, ...wishes });
}

/** Where a model will answer: the environment or server that was named, else the one every organization has. */
export async function chooseEnvironment(
  ctx: Ctx,
  execution: ModelPackageRow['execution_type'],
  wished: string | null | undefined,
): Promise<PredictionEnvironmentRow> {
  if (wished === null || wished === undefined) return nativeEnvironment(ctx, ctx.actor.organizationId);
  const { row: found } = await getEnvironmentOrThrow(ctx, wished, 'use');
  const format = execution === 'external' ? 'externalModel' : 'datarobot';
  return found.supported_model_formats.includes(format)
    ? found
    : refuse(DeploymentProblems.wrongFormat, found.name, format);
}
