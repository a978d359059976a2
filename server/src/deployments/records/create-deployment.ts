import type { z } from 'zod';
import { ownIt } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';
import { FIRST_SETTINGS } from '../settings/deployment-settings.ts';
import { chooseEnvironment } from './choose-environment.ts';
import { DEPLOYMENT } from './deployment.kind.ts';
import type { FromModel, FromPackage } from './deployment.schema.ts';
import { deploymentStore } from './deployment.store.ts';
import { deploymentModelStore } from './deployment-model.store.ts';
import { launchJob } from './launch.job.ts';
import { runtimeValues } from './runtime-values.rules.ts';
import { deploymentPath, settled } from './settled.ts';

type Wishes = Omit<z.output<typeof FromModel>, 'modelId'> & Partial<z.output<typeof FromPackage>>;

interface Placed {
  readonly environmentId: string;
  readonly parameters: readonly Readonly<Record<string, unknown>>[];
}

/** What can be wrong with the wishes, and where they lead. */
export async function place(ctx: Ctx, execution: ModelPackageRow['execution_type'], wishes: Wishes): Promise<Placed> {
  const parameters = wishes.runtimeParameterValues ? runtimeValues(wishes.runtimeParameterValues) : [];
  if (typeof parameters === 'string') throw invalidFields({ runtimeParameterValues: parameters });
  const wished = wishes.predictionEnvironmentId ?? wishes.defaultPredictionServerId;
  return { environmentId: (await chooseEnvironment(ctx, execution, wished)).id, parameters };
}

/** Whoever makes it owns it. It answers at once where the version is built, and when it is built where it is not. */
export async function deploy(ctx: Ctx, model: ModelPackageRow, placed: Placed, wishes: Wishes): Promise<Reply> {
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
    await ownIt(tx, ctx.actor, now, { kind: DEPLOYMENT, id });
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
