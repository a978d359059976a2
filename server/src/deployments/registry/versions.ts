import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';
import { namedHolder } from '../records/named-holder.ts';
import { packageStore } from './package.store.ts';
import { getPackage, listPackages } from './packages.ts';
import { getRegisteredModelOrThrow } from './registered-model.kind.ts';
import { tagsFrom } from './registered-model-for.ts';
import { RegistryProblems } from './registry.problems.ts';
import type { VersionChange } from './registry-body.schema.ts';
import type { PackageQuery } from './registry-query.schema.ts';
import { showPackage } from './show-packages.ts';
import { getPackageOrThrow } from './the-package.ts';

/** A version under the address of its registered model. */
export async function getVersionOrThrow(
  ctx: Ctx,
  modelId: string,
  versionId: string,
  need: 'read' | 'write' = 'read',
): Promise<ModelPackageRow> {
  const { row } = await getPackageOrThrow(ctx, versionId, need);
  return row.registered_model_id === modelId ? row : refuse(RegistryProblems.noSuchVersion, modelId, versionId);
}

export async function listVersions(ctx: Ctx, modelId: string, url: string, query: z.output<typeof PackageQuery>) {
  await getRegisteredModelOrThrow(ctx, modelId, 'read');
  return listPackages(ctx, url, query, modelId);
}

export async function getVersion(ctx: Ctx, modelId: string, versionId: string) {
  return showPackage(ctx, await getVersionOrThrow(ctx, modelId, versionId));
}

export async function changeVersionOf(ctx: Ctx, modelId: string, id: string, body: z.output<typeof VersionChange>) {
  const row = await getVersionOrThrow(ctx, modelId, id, 'write');
  const packages = packageStore(ctx.db.queries);
  const { name, description, predictionThreshold: threshold, stage, tags, userProvidedId } = body;
  if (threshold !== undefined && threshold !== row.prediction_threshold) {
    if (row.target.type !== 'Binary') {
      throw invalidFields({
        predictionThreshold: `Only models of two classes have one; this one is ${row.target.type}`,
      });
    }
    // What answers now would change under people's feet.
    const holder = await packages.usedBy([id]);
    if (holder !== undefined) refuse(RegistryProblems.inUse, 'version', await namedHolder(ctx, holder));
  }
  await packages.change(id, {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description: description ?? '' }),
    ...(threshold === undefined ? {} : { prediction_threshold: threshold }),
    ...(stage === undefined ? {} : { stage }),
    ...(tags === undefined ? {} : { tags: JSON.stringify(tagsFrom(tags, ctx.now())) }),
    ...(userProvidedId === undefined ? {} : { user_provided_id: userProvidedId }),
    updated_at: ctx.now(),
    updated_by: ctx.actor.userId,
  });
  return getPackage(ctx, id);
}
