import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { findVersion } from '../versions/find-version.ts';
import { FeaturelistProblems } from './feature-list.problems.ts';
import { type FeaturelistQuery, toFeaturelist } from './feature-list.schema.ts';
import { featurelistStore } from './feature-list.store.ts';

interface Place {
  readonly datasetId: string;
  readonly versionId?: string;
}

export async function listFeaturelists(ctx: Ctx, place: Place, url: string, query: z.output<typeof FeaturelistQuery>) {
  await findVersion(ctx, place.datasetId, 'read', place.versionId);
  const { offset, limit, orderBy, searchFor } = query;
  const window = { offset, limit, orderBy };
  const lists = featurelistStore(ctx.db.queries, ctx.actor.organizationId);
  const { rows, total } = await lists.page(place, searchFor, window);
  return page(ctx.links, url, window, rows.map(toFeaturelist), total);
}

export async function getFeaturelist(ctx: Ctx, { datasetId, versionId }: Place, id: string) {
  await findVersion(ctx, datasetId, 'read', versionId);
  const lists = featurelistStore(ctx.db.queries, ctx.actor.organizationId);
  const row = await lists.byId(datasetId, id, versionId);
  return toFeaturelist(row ?? refuse(FeaturelistProblems.noSuchList, datasetId, id));
}
