import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { catalogue, notFound, refuse, unprocessable } from '#platform/http/problem.ts';
import { bytes } from '#platform/http/reply.ts';
import { type FeatureRow, featureStore, type ModelingFeatureRow } from '../../core/features/feature.store.ts';
import { featureListStore } from '../../core/features/feature-list.store.ts';
import { memoryPage } from '../../core/memory-page.ts';
import type { SeriesPlan } from '../../core/partitioning/plan.ts';
import { getModelingProjectOrThrow, getProjectOrThrow } from '../../core/project/get-project.ts';
import {
  type Discarded,
  type FeatureQuery,
  type LogQuery,
  type ModelingFeatureQuery,
  toFeature,
  toModelingFeature,
} from './feature.schema.ts';
import { metricDetails, metricsOf, targetTypeOf } from './target-types.rules.ts';

export const FeatureProblems = catalogue({
  noSuchFeature: notFound(
    'projects.no_such_feature',
    (name: string) => `The project has no feature ${JSON.stringify(name)}. GET features/ lists them.`,
  ),
  nameTaken: unprocessable(
    'projects.feature_name_taken',
    (name: string) => `The project has a feature ${JSON.stringify(name)} already. Choose another name.`,
  ),
  notADate: unprocessable(
    'projects.feature_not_a_date',
    (name: string, type: string) =>
      `${JSON.stringify(name)} is ${type}, not Date: dateExtraction works on dates only. Leave it out or choose a date.`,
  ),
  noNewName: unprocessable(
    'projects.feature_no_new_name',
    () => 'Send prefix, suffix or both: transformed features need names of their own.',
  ),
});

/** What deployments split their monitoring by. */
const SEGMENTABLE = ['Categorical', 'Boolean', 'Numeric'];

export async function listFeatures(ctx: Ctx, projectId: string, query: z.output<typeof FeatureQuery>) {
  await getProjectOrThrow(ctx, projectId, 'read');
  const all = await featureStore(ctx.db.queries).list(projectId);
  const rows = query.forSegmentedAnalysis ? all.filter((row) => SEGMENTABLE.includes(row.feature_type)) : all;
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

export async function listModelingFeatures(ctx: Ctx, projectId: string, url: string, query: ModelingFeatureQuery) {
  await getModelingProjectOrThrow(ctx, projectId, 'read');
  const all = await chosen(ctx, projectId, await featureStore(ctx.db.queries).modeling(projectId), query);
  return memoryPage(ctx, url, query, all, toModelingFeature);
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

type Choice = Pick<ModelingFeatureQuery, 'sortBy' | 'searchFor' | 'featurelistId'>;

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

const DerivationProblems = catalogue({
  notSeries: unprocessable(
    'projects.not_time_series',
    () => 'Only time series projects derive features, and only once their target is set.',
  ),
});

async function seriesPlan(ctx: Ctx, projectId: string): Promise<SeriesPlan> {
  const { plan, stage } = await getProjectOrThrow(ctx, projectId, 'read');
  return plan?.kind === 'series' && stage === 'modeling' ? plan : refuse(DerivationProblems.notSeries);
}

/** What was found out about the series, and what was derived from them, a line each. */
async function logOf(ctx: Ctx, projectId: string): Promise<string[]> {
  const plan = await seriesPlan(ctx, projectId);
  const derived = await featureStore(ctx.db.queries).modeling(projectId);
  const { windows, grid, periods, panel } = plan;
  const steps = (count: number) => `${count * grid.step} ${grid.unit}`;
  const list = (names: readonly string[] | undefined) => (names ?? []).join(', ') || 'none';
  return [
    `Time step: ${steps(1)}`,
    `Detected periodicities: ${periods.map((period) => steps(period)).join(', ') || 'none'}`,
    `Shape of the target: ${JSON.stringify(plan.shape)}`,
    `Feature derivation window: the ${steps(windows.history)} up to ${steps(windows.blind)} before the forecast point`,
    `Forecast window: from ${steps(windows.first)} to ${steps(windows.last)} after the forecast point`,
    `Known in advance: ${list(panel.knownInAdvance)}`,
    `Not derived from: ${list(panel.doNotDerive)}`,
    `Features over all series: ${plan.crossSeries ? 'yes' : 'no'}`,
    `Number of derived features: ${derived.length}`,
    ...derived.map(({ name, parent_names }) => `Generated ${name} from ${parent_names.join(', ')}`),
  ];
}

export async function getFeatureLog(ctx: Ctx, projectId: string, url: string, query: z.output<typeof LogQuery>) {
  const log = await logOf(ctx, projectId);
  const { data, totalCount, ...around } = memoryPage(ctx, url, query, log, (line) => line);
  return { ...around, featureLog: data.join('\n'), totalLogLines: totalCount };
}

export async function getFeatureLogFile(ctx: Ctx, projectId: string) {
  const log = await logOf(ctx, projectId);
  const name = { 'content-disposition': `attachment; filename="feature-log-${projectId}.txt"` };
  return bytes('text/plain; charset=utf-8', `${log.join('\n')}\n`, name);
}

/** No derived feature is discarded, so there is none to restore. */
export async function listDiscarded(ctx: Ctx, projectId: string): Promise<z.infer<typeof Discarded>> {
  await seriesPlan(ctx, projectId);
  return { count: 0, features: [], totalRestoreLimit: 0, remainingRestoreLimit: 0 };
}
