import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { grantOwnership } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { newRow } from '#platform/new-row.ts';
import { getRecommended } from '#projects';
import { DEPLOYMENT } from '../deployment.kind.ts';
import type { ModelPackageRow, PredictionEnvironmentRow } from '../deployments.tables.ts';
import { getEnvironmentOrThrow, nativeEnvironment } from '../environments/environment.kind.ts';
import { packageLeaderboardModel } from '../registry/register-model.ts';
import { getPackageOrThrow, requireDeployable } from '../registry/registry.kind.ts';
import { completedStatus, deploymentPath } from '../status-replies.ts';
import { DeploymentProblems } from './deployment.problems.ts';
import { runtimeValues } from './deployment.rules.ts';
import type { FromModel, FromPackage, FromProject } from './deployment.schema.ts';
import { deploymentModelStore, deploymentStore } from './deployment.store.ts';
import { DEFAULT_SETTINGS } from './deployment-settings.ts';
import { launchJob } from './launch.job.ts';

type DeployOptions = Omit<z.output<typeof FromModel>, 'modelId'> & Partial<z.output<typeof FromPackage>>;

interface Placed {
  readonly environmentId: string;
  readonly parameters: readonly Readonly<Record<string, unknown>>[];
}

/** Validates the options and resolves the environment. */
async function place(ctx: Ctx, execution: ModelPackageRow['execution_type'], options: DeployOptions): Promise<Placed> {
  const parameters = options.runtimeParameterValues ? runtimeValues(options.runtimeParameterValues) : [];
  if (typeof parameters === 'string') throw invalidFields({ runtimeParameterValues: parameters });
  const wished = options.predictionEnvironmentId ?? options.defaultPredictionServerId;
  return { environmentId: (await chooseEnvironment(ctx, execution, wished)).id, parameters };
}

/** The caller owns the deployment. It serves at once where the version is built, else when the build completes. */
async function deploy(ctx: Ctx, model: ModelPackageRow, placed: Placed, options: DeployOptions): Promise<Reply> {
  const status = options.status ?? 'active';
  const row = newRow(ctx);
  const { id, created_at: now } = row;
  const statusId = await ctx.db.transaction(async (tx) => {
    await deploymentStore(tx).insert({
      ...row,
      label: options.label,
      description: options.description ?? null,
      importance: options.importance ?? null,
      status: model.build_status === 'complete' ? status : 'launching',
      environment_id: placed.environmentId,
      package_id: model.id,
      prediction_threshold: options.predictionThreshold ?? null,
      user_provided_id: options.userProvidedId ?? null,
      additional_metadata: JSON.stringify(metadataOf(options.additionalMetadata)),
      runtime_parameters: JSON.stringify(placed.parameters),
      settings: JSON.stringify(DEFAULT_SETTINGS),
      updated_at: now,
    });
    await deploymentModelStore(tx).put(id, model, { reason: null, by: ctx.actor.userId, at: now });
    await grantOwnership(tx, ctx.actor, now, { kind: DEPLOYMENT, id });
    const description = `Launching ${options.label}`;
    if (model.build_status === 'complete') return completedStatus(ctx, tx, deploymentPath(id), description);
    const about = { type: DEPLOYMENT.type, id };
    return ctx.jobs.enqueue(tx, launchJob, { deploymentId: id, status }, { actor: ctx.actor, description, about });
  });
  if (model.build_status !== 'complete') await untilLaunched(ctx, id);
  return accepted(statusId, { id });
}

const POLL_MS = 100;

/** Many scripts predict as soon as they have the id. Whoever waits longer than this polls the status, as before. */
async function untilLaunched({ db, actor, config }: Ctx, id: string): Promise<void> {
  const end = performance.now() + config.launchWaitSeconds * 1000;
  while (performance.now() < end) {
    const row = await deploymentStore(db.queries).byId(actor.organizationId, id);
    if (row?.status !== 'launching') return;
    await pause(POLL_MS);
  }
}

function metadataOf(
  told: DeployOptions['additionalMetadata'],
): readonly { readonly key: string; readonly value: string }[] {
  if (told === null || told === undefined) return [];
  return Array.isArray(told) ? told : Object.entries(told).map(([key, value]) => ({ key, value }));
}

export async function fromPackage(ctx: Ctx, body: z.output<typeof FromPackage>): Promise<Reply> {
  const { modelPackageId: id, ...options } = body;
  const { row } = await getPackageOrThrow(ctx, id, 'use');
  requireDeployable(row);
  return deploy(ctx, row, await place(ctx, row.execution_type, options), options);
}

/** Registers the leaderboard model first; invalid options are refused before that. */
export async function fromModel(ctx: Ctx, body: z.output<typeof FromModel>): Promise<Reply> {
  const { modelId, ...options } = body;
  const placed = await place(ctx, 'dedicated', options);
  return deploy(ctx, await packageLeaderboardModel(ctx, { modelId }), placed, options);
}

export async function fromProject(ctx: Ctx, body: z.output<typeof FromProject>): Promise<Reply> {
  const { projectId, ...options } = body;
  const { modelId } = await getRecommended(ctx, projectId);
  return fromModel(ctx, { modelId, ...options });
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
