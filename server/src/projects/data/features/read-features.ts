import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import type { FeatureRow, ModelingFeatureRow } from '../../core/features/feature.tables.ts';
import { featureListStore } from '../../core/features/feature-list.store.ts';
import { getModelingProjectOrThrow, getProjectOrThrow } from '../../core/project/get-project.ts';
import { FeatureProblems } from './feature.problems.ts';
import { type FeatureQuery, type ModelingFeatureQuery, toFeature, toModelingFeature } from './feature.schema.ts';
import { metricDetails, metricsOf, targetTypeOf } from './metric-choices.ts';

export async function listFeatures(ctx: Ctx, projectId: string, query: z.output<typeof FeatureQuery>) {
  await getProjectOrThrow(ctx, projectId, 'read');
  const rows = await featureStore(ctx.db.queries).list(projectId);
  return (await chosen(ctx, projectId, rows, query)).map(toFeature);
}

export async function getFeature(ctx: Ctx, projectId: string, name: string) {
  return toFeature(await getFeatureOrThrow(ctx, projectId, name));
}

/** By name; some clients have the number of the column instead. */
export async function getFeatureOrThrow(ctx: Ctx, projectId: string, name: string): Promise<FeatureRow> {
  await getProjectOrThrow(ctx, projectId, 'read');
  const features = featureStore(ctx.db.queries);
  const found = await features.byName(projectId, name);
  if (found !== undefined) return found;
  const numbered = /^\d{1,6}$/.test(name)
    ? (await features.list(projectId)).find(({ number }) => number === Number(name))
    : undefined;
  return numbered ?? refuse(FeatureProblems.noSuchFeature, name);
}

export async function listModelingFeatures(
  ctx: Ctx,
  projectId: string,
  url: string,
  query: z.output<typeof ModelingFeatureQuery>,
) {
  await getModelingProjectOrThrow(ctx, projectId, 'read');
  const all = await chosen(ctx, projectId, await featureStore(ctx.db.queries).modeling(projectId), query);
  const limit = query.limit === 0 ? Math.max(1, all.length) : query.limit;
  const shown = all.slice(query.offset, query.offset + limit).map(toModelingFeature);
  return page(ctx.links, url, { offset: query.offset, limit }, shown, all.length);
}

export async function getModelingFeature(ctx: Ctx, projectId: string, name: string) {
  await getModelingProjectOrThrow(ctx, projectId, 'read');
  const row = await featureStore(ctx.db.queries).modelingByName(projectId, name);
  return toModelingFeature(row ?? refuse(FeatureProblems.noSuchFeature, name));
}

export async function getHistogram(ctx: Ctx, projectId: string, name: string, binLimit: number | undefined) {
  const { profile } = await getFeatureOrThrow(ctx, projectId, name);
  const plot = profile.plot.slice(0, binLimit ?? profile.plot.length);
  return { plot: plot.map(({ label, count }) => ({ label, count, target: null })) };
}

export async function getMetrics(ctx: Ctx, projectId: string, featureName: string) {
  const feature = await getFeatureOrThrow(ctx, projectId, featureName);
  const type = targetTypeOf(feature);
  const { plan } = await getProjectOrThrow(ctx, projectId, 'read');
  const available = type === undefined ? [] : metricsOf(type, plan?.kind === 'series');
  return {
    featureName: feature.name,
    availableMetrics: available.map(({ name }) => name),
    metricDetails: metricDetails(),
  };
}

type Choice = Pick<z.output<typeof ModelingFeatureQuery>, 'sortBy' | 'searchFor' | 'featurelistId'>;

async function chosen<Row extends FeatureRow | ModelingFeatureRow>(
  ctx: Ctx,
  projectId: string,
  rows: readonly Row[],
  { sortBy, searchFor, featurelistId }: Choice,
): Promise<Row[]> {
  const list =
    featurelistId === undefined ? undefined : await featureListStore(ctx.db.queries).byId(projectId, featurelistId);
  const named = new Set(list?.features);
  const kept = rows.filter(
    ({ name }) =>
      (featurelistId === undefined || named.has(name)) &&
      (searchFor === undefined || name.toLowerCase().includes(searchFor.toLowerCase())),
  );
  return sortBy === undefined ? kept : kept.sort(by(sortBy));
}

function by(sortBy: string): (a: FeatureRow | ModelingFeatureRow, b: FeatureRow | ModelingFeatureRow) => number {
  const sign = sortBy.startsWith('-') ? -1 : 1;
  const key = sortBy.replace('-', '');
  const value = (row: FeatureRow | ModelingFeatureRow): unknown => {
    if (key === 'name') return row.name;
    if (key === 'id') return row.number;
    if (key === 'featureType') return row.feature_type;
    if (key === 'importance') return row.importance;
    return (row.profile as unknown as Record<string, unknown>)[key];
  };
  return (a, b) => {
    const [x, y] = [value(a), value(b)];
    // What has no value comes last, whichever way it is sorted.
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y)));
  };
}
