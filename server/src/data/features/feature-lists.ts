import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { findVersion, getProfiledVersion } from '../versions/find-version.ts';
import { AUTOMATIC_NAME } from '../versions/version-ending.store.ts';
import type { FeaturelistRecord } from '../versions/versions.tables.ts';
import { FeaturelistProblems, unknownFeatures } from './feature.problems.ts';
import { featureStore } from './feature.store.ts';
import {
  type FeaturelistChange,
  type FeaturelistCreate,
  type FeaturelistQuery,
  toFeaturelist,
} from './feature-list.schema.ts';
import { featurelistStore } from './feature-list.store.ts';

/** The columns are those of the latest version. */
export async function createFeaturelist(
  ctx: Ctx,
  datasetId: string,
  { name, features, description }: z.output<typeof FeaturelistCreate>,
): Promise<Reply> {
  const version = await getProfiledVersion(ctx, datasetId, { need: 'write' });
  if (name === AUTOMATIC_NAME) refuse(FeaturelistProblems.nameTaken, name);
  const { userId, organizationId } = ctx.actor;
  const now = ctx.now();
  const id = newId(now);
  const row = await ctx.db.transaction(async (tx) => {
    const unknown = await featureStore(tx).unknown(version.id, features);
    if (unknown.length > 0) throw unknownFeatures(unknown);
    const lists = featurelistStore(tx, organizationId);
    await lists.insert({
      id,
      dataset_id: datasetId,
      version_id: null,
      name,
      description: description ?? '',
      features: [...features],
      created_by: userId,
      created_at: now,
    });
    return (await lists.byId(datasetId, id)) ?? refuse(FeaturelistProblems.noSuchList, datasetId, id);
  });
  return created(`/api/v2/datasets/${datasetId}/featurelists/${id}/`, toFeaturelist(row));
}

export async function changeFeaturelist(
  ctx: Ctx,
  datasetId: string,
  id: string,
  input: z.output<typeof FeaturelistChange>,
) {
  await findVersion(ctx, datasetId, 'write');
  const change = {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.description === undefined ? {} : { description: input.description }),
  };
  return ctx.db.transaction(async (tx) => {
    const lists = featurelistStore(tx, ctx.actor.organizationId);
    const before = changeable(datasetId, id, await lists.byId(datasetId, id));
    if (change.name === AUTOMATIC_NAME) refuse(FeaturelistProblems.nameTaken, change.name);
    if (Object.keys(change).length > 0) await lists.change(datasetId, id, change);
    return toFeaturelist({ ...before, ...change });
  });
}

export async function deleteFeaturelist(ctx: Ctx, datasetId: string, id: string): Promise<Reply> {
  await findVersion(ctx, datasetId, 'write');
  await ctx.db.transaction(async (tx) => {
    const lists = featurelistStore(tx, ctx.actor.organizationId);
    changeable(datasetId, id, await lists.byId(datasetId, id));
    await lists.delete(datasetId, id);
  });
  return noContent();
}

function changeable(datasetId: string, id: string, row: FeaturelistRecord | undefined): FeaturelistRecord {
  const found = row ?? refuse(FeaturelistProblems.noSuchList, datasetId, id);
  return found.version_id === null ? found : refuse(FeaturelistProblems.automatic, found.name);
}

interface Place {
  readonly datasetId: string;
  readonly versionId?: string;
}

export async function listFeaturelists(ctx: Ctx, place: Place, url: string, query: z.output<typeof FeaturelistQuery>) {
  await findVersion(ctx, place.datasetId, 'read', place.versionId);
  const lists = featurelistStore(ctx.db.queries, ctx.actor.organizationId);
  const { rows, total } = await lists.page(place.datasetId, place.versionId, query);
  return page(ctx.links, url, query, rows.map(toFeaturelist), total);
}

export async function getFeaturelist(ctx: Ctx, { datasetId, versionId }: Place, id: string) {
  await findVersion(ctx, datasetId, 'read', versionId);
  const lists = featurelistStore(ctx.db.queries, ctx.actor.organizationId);
  const row = await lists.byId(datasetId, id, versionId);
  return toFeaturelist(row ?? refuse(FeaturelistProblems.noSuchList, datasetId, id));
}
