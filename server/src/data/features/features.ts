import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { fewerBins } from '../profile/bins.rules.ts';
import { findVersion, getProfiledVersion } from '../versions/find-version.ts';
import { FeatureProblems, noKeys, noSuchListFilter } from './feature.problems.ts';
import { type FeatureQuery, type HistogramQuery, type RowsQuery, toFeature } from './feature.schema.ts';
import { featureStore } from './feature.store.ts';
import { featurelistStore } from './feature-list.store.ts';

interface Place {
  readonly datasetId: string;
  readonly versionId?: string;
}

export async function listFeatures(ctx: Ctx, place: Place, url: string, query: z.output<typeof FeatureQuery>) {
  const { datasetId } = place;
  const version = await getProfiledVersion(ctx, datasetId, place);
  const { featurelistId } = query;
  const names = featurelistId === undefined ? undefined : await namesOf(ctx, place, featurelistId);
  const { rows, total } = await featureStore(ctx.db.queries).page(version.id, names, query);
  const shown = rows.map((row) => toFeature({ datasetId, versionId: version.id }, row, query));
  return page(ctx.links, url, query, shown, total);
}

async function namesOf(ctx: Ctx, { datasetId, versionId }: Place, id: string): Promise<readonly string[]> {
  const list = await featurelistStore(ctx.db.queries, ctx.actor.organizationId).byId(datasetId, id, versionId);
  if (list === undefined) throw noSuchListFilter(id);
  return list.features;
}

const RANGES = new Set(['Numeric', 'Date', 'Percentage', 'Currency', 'Length']);

export async function getHistogram(ctx: Ctx, place: Place, name: string, query: z.output<typeof HistogramQuery>) {
  const version = await getProfiledVersion(ctx, place.datasetId, place);
  const feature =
    (await featureStore(ctx.db.queries).byName(version.id, name)) ??
    refuse(FeatureProblems.noSuchFeature, version.id, name);
  const { featureType } = feature.summary;
  if (query.key !== undefined) throw noKeys(name, featureType, query.key);
  return { plot: fewerBins(feature.plot ?? [], query.binLimit, RANGES.has(featureType)) };
}

/** Rows are data: seeing them needs the right to use the data, not only to know of the dataset. */
export async function listFirstRows(ctx: Ctx, place: Place, url: string, window: z.output<typeof RowsQuery>) {
  await findVersion(ctx, place.datasetId, 'use', place.versionId);
  const version = await getProfiledVersion(ctx, place.datasetId, place);
  const features = featureStore(ctx.db.queries);
  const { rows, total } = await features.firstRows(version.id, window);
  const resultSchema = await features.schema(version.id);
  return {
    ...page(ctx.links, url, window, rows, total),
    columns: resultSchema.map(({ name }) => name),
    resultSchema,
    rowCount: version.row_count ?? 0,
  };
}
