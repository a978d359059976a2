import { metrics } from '@almanac/engine';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { featureListStore } from '../core/features/feature-list.store.ts';
import { memoryPage } from '../core/memory-page.ts';
import { getModelOrThrow, ModelProblems } from '../core/models/get-model.ts';
import { byScore, hideHoldout, lowerIsBetter, type SortPartition, scoreOf } from '../core/models/metrics.rules.ts';
import { modelStore } from '../core/models/model.store.ts';
import type { ModelPartRow, ModelRow } from '../core/models/model.tables.ts';
import { isDated } from '../core/partitioning/plan.ts';
import { getProjectOrThrow } from '../core/project/get-project.ts';
import { lockProject, type ProjectRow } from '../core/project/project.store.ts';
import { projectBlobs } from '../engine/project-files.ts';
import { toBlender, toDatetimeModel, toModel, toModelRecord } from './model.record.ts';
import type { DatetimeModelQuery, ModelChange, ModelQuery, ModelRecordQuery, OfKindQuery } from './model.schema.ts';

/** Best first. Sorting by the holdout works once it is unlocked. */
function rankModels(
  project: ProjectRow,
  rows: readonly ModelRow[],
  metric: string,
  partition: SortPartition,
): ModelRow[] {
  const score = (row: ModelRow) => scoreOf(hideHoldout(row.metrics, project.holdout_unlocked), metric, partition);
  return [...rows].sort(byScore(score, lowerIsBetter(metric)));
}

export async function listModelRecords(ctx: Ctx, projectId: string, url: string, query: ModelRecordQuery) {
  const project = await getProjectOrThrow(ctx, projectId, 'read');
  const metric = query.sortByMetric ?? project.metric ?? 'RMSE';
  for (const name of ['sortByMetric', 'withMetric'] as const) {
    const said = query[name];
    if (said !== undefined && said !== project.metric && metrics.every((one) => one.name !== said)) {
      throw invalidFields({ [name]: `There is no metric ${said}. GET features/metrics/ lists those of the target` });
    }
  }
  const all = (await modelStore(ctx.db.queries).ready(projectId)).filter((row) => fitsQuery(row, query));
  const ranked = rankModels(project, all, metric, query.sortByPartition);
  return memoryPage(ctx, url, query, ranked, (row) => toModelRecord(project, row, query.withMetric));
}

export async function listModels(ctx: Ctx, projectId: string, query: z.output<typeof ModelQuery>) {
  const project = await getProjectOrThrow(ctx, projectId, 'read');
  const wanted = query.orderBy.split(',').map((one) => one.trim());
  const unknown = wanted.filter((one) => !/^-?(metric|samplePct)$/.test(one));
  if (unknown.length > 0)
    throw invalidFields({ orderBy: `${unknown.join(', ')}: order by metric or samplePct, each with or without -` });
  const rows = (await modelStore(ctx.db.queries).ready(projectId)).filter(
    (row) =>
      query.bulkOperationId === undefined &&
      (query.name === undefined || row.model_type.toLowerCase().includes(query.name.toLowerCase())) &&
      fitsShare(row.sample_pct, query) &&
      (query.isStarred === undefined || row.is_starred === query.isStarred),
  );
  const ordered = orderModels(project, rows, query.withMetric ?? project.metric ?? 'RMSE', wanted);
  return ordered.map((row) => toModel(project, row, query.withMetric));
}

/** Models without a share of the rows (trained on dates) fit no limit of it. */
function fitsShare(share: number | null, query: z.output<typeof ModelQuery>): boolean {
  const { samplePct, samplePct__gt: above, samplePct__gte: from, samplePct__lt: below, samplePct__lte: to } = query;
  const fits = (limit: number | undefined, rule: (share: number, limit: number) => boolean) =>
    limit === undefined || (share !== null && rule(share, limit));
  return (
    fits(samplePct, (a, b) => a === b) &&
    fits(above, (a, b) => a > b) &&
    fits(from, (a, b) => a >= b) &&
    fits(below, (a, b) => a < b) &&
    fits(to, (a, b) => a <= b)
  );
}

/** By each attribute in turn. `-metric` is best first, as clients expect it of every metric. */
function orderModels(project: ProjectRow, rows: readonly ModelRow[], metric: string, wanted: readonly string[]) {
  const ranked = rankModels(project, rows, metric, 'validation');
  const rank = new Map(ranked.map(({ id }, index) => [id, -index]));
  const ordering = (row: ModelRow, attribute: string) =>
    (attribute.endsWith('samplePct') ? row.sample_pct : rank.get(row.id)) ?? 0;
  return ranked.sort((a, b) => {
    for (const attribute of wanted) {
      const difference = ordering(a, attribute) - ordering(b, attribute);
      if (difference !== 0) return attribute.startsWith('-') ? -difference : difference;
    }
    return 0;
  });
}

export async function getModel(ctx: Ctx, projectId: string, modelId: string) {
  const { project, row } = await getModelOrThrow(ctx, projectId, modelId);
  return toModel(project, row);
}

export async function listDatetimeModels(ctx: Ctx, projectId: string, url: string, query: DatetimeModelQuery) {
  const project = await getProjectOrThrow(ctx, projectId, 'read');
  if (project.plan !== null && !isDated(project.plan)) refuse(ModelProblems.notDated);
  const store = modelStore(ctx.db.queries);
  const all =
    project.plan === null || query.bulkOperationId !== undefined
      ? []
      : rankModels(project, await store.ready(projectId), project.metric ?? '', 'validation');
  const limit = query.limit === 0 ? Math.max(1, all.length) : query.limit;
  const shown = all.slice(query.offset, query.offset + limit);
  const parts = new Map<string, ModelPartRow[]>(shown.map(({ id }) => [id, []]));
  for (const part of await store.parts([...parts.keys()])) parts.get(part.model_id)?.push(part);
  const records = shown.map((row) => toDatetimeModel(project, row, parts.get(row.id) ?? []));
  return page(ctx.links, url, { offset: query.offset, limit }, records, all.length);
}

export async function getDatetimeModel(ctx: Ctx, projectId: string, modelId: string) {
  const { project, row } = await getModelOrThrow(ctx, projectId, modelId);
  if (project.plan === null || !isDated(project.plan)) refuse(ModelProblems.notDated);
  return toDatetimeModel(project, row, await modelStore(ctx.db.queries).parts([modelId]));
}

/** Frozen ones or blends, with what is special about them. */
export async function listOfKind(
  ctx: Ctx,
  projectId: string,
  kind: 'frozen' | 'blend',
  url: string,
  query: z.output<typeof OfKindQuery>,
) {
  const project = await getProjectOrThrow(ctx, projectId, 'read');
  const fits = (row: ModelRow) => (kind === 'frozen' ? row.is_frozen : row.category === 'blend');
  const all = (await modelStore(ctx.db.queries).ready(projectId)).filter(fits);
  const show = kind === 'frozen' ? toModel : toBlender;
  return memoryPage(ctx, url, query, all, (row) => show(project, row, query.withMetric));
}

export async function getOfKind(ctx: Ctx, projectId: string, kind: 'frozen' | 'blend', modelId: string) {
  const { project, row } = await getModelOrThrow(ctx, projectId, modelId);
  if (kind === 'frozen' ? !row.is_frozen : row.category !== 'blend') refuse(ModelProblems.noSuchModel, modelId);
  return kind === 'frozen' ? toModel(project, row) : toBlender(project, row);
}

const DEPLOYABLE = 'Recommended for Deployment';
const PREPARED = 'Prepared for Deployment';

/**
 * What the autopilot recommended, and the same under the other names that clients ask for: the model to deploy is the one
 * that was prepared for it, and the best single model answers sooner than a blend of several.
 */
export async function listRecommended(ctx: Ctx, projectId: string) {
  const project = await getProjectOrThrow(ctx, projectId, 'read');
  const store = modelStore(ctx.db.queries);
  const rows = await store.recommended(projectId);
  const named = new Map(rows.map((row) => [row.recommendation_type, row.model_id]));
  const prepared = named.get(DEPLOYABLE);
  if (prepared !== undefined && !named.has(PREPARED)) named.set(PREPARED, prepared);
  const fast = named.has('Most Accurate') ? bestSingle(project, await store.ready(projectId)) : undefined;
  if (fast !== undefined) named.set('Fast & Accurate', fast.id);
  return [...named].map(([recommendationType, modelId]) => ({ projectId, modelId, recommendationType }));
}

function bestSingle(project: ProjectRow, rows: readonly ModelRow[]): ModelRow | undefined {
  const dated = project.plan !== null && isDated(project.plan);
  const single = rows.filter((row) => row.category === 'model' && !row.prepared_for_deployment);
  const metric = project.metric ?? 'RMSE';
  const partitions: SortPartition[] = [dated ? 'backtesting' : 'crossValidation', 'validation'];
  return partitions
    .map((partition) => rankModels(project, single, metric, partition)[0])
    .find((row, i) => row !== undefined && scoreOf(row.metrics, metric, partitions[i] ?? 'validation') !== null);
}

/** The one to deploy; the most accurate one while none was prepared. */
export async function getRecommended(ctx: Ctx, projectId: string) {
  const all = await listRecommended(ctx, projectId);
  const best = all.find((one) => one.recommendationType === DEPLOYABLE) ?? all[0];
  return best ?? refuse(ModelProblems.nothingRecommended);
}

export async function listModelFeatures(ctx: Ctx, projectId: string, modelId: string) {
  const { project, row } = await getModelOrThrow(ctx, projectId, modelId);
  const list =
    row.featurelist_id === null
      ? undefined
      : await featureListStore(ctx.db.queries).byId(projectId, row.featurelist_id);
  const known = project.plan?.kind === 'series' ? [...(project.plan.panel.knownInAdvance ?? [])] : [];
  return { featureNames: list?.features ?? [], knownInAdvanceFeatureNames: known, aPrioriFeatureNames: known };
}

type Query = ModelRecordQuery;

const LABELS: Readonly<Record<string, (row: ModelRow) => boolean>> = {
  starred: (row) => row.is_starred,
  'prepared for deployment': (row) => row.prepared_for_deployment,
};

/** What no model has yet is true of none. */
const CHARACTERISTICS: Readonly<Record<string, (row: ModelRow) => boolean>> = {
  frozen: (row) => row.is_frozen,
};

/** How training data is written in a filter. */
function trainingTexts({ training, training_row_count: rows }: ModelRow): string[] {
  const dated = training.method === 'selectedDateRange' ? ['start/end date'] : [];
  const settings = training.method === 'duration' ? ['project settings'] : [];
  return [rows === null ? '' : String(rows), (training.duration ?? '').toLowerCase(), ...dated, ...settings];
}

/** Lists of ids and families take any of them; labels and characteristics must all hold. */
function fitsQuery(row: ModelRow, query: Query): boolean {
  const { searchTerm, featurelists, blueprints, families, labels, characteristics, trainingFilters, numberOfClusters } =
    query;
  const text = [row.model_type, ...row.processes].join('\n').toLowerCase();
  return (
    (searchTerm === undefined || text.includes(searchTerm.toLowerCase())) &&
    any(featurelists, [row.featurelist_id, row.featurelist_name]) &&
    any(blueprints, [row.blueprint_id]) &&
    any(families, [row.family]) &&
    all(labels, LABELS, row) &&
    all(characteristics, CHARACTERISTICS, row) &&
    any(
      trainingFilters?.map((one) => one.toLowerCase()),
      trainingTexts(row),
    ) &&
    (numberOfClusters === undefined || numberOfClusters.length === 0)
  );
}

const any = (asked: readonly string[] | undefined, has: readonly (string | null)[]): boolean =>
  asked === undefined || asked.length === 0 || asked.some((one) => has.includes(one));

const all = (
  asked: readonly string[] | undefined,
  rules: Readonly<Record<string, (row: ModelRow) => boolean>>,
  row: ModelRow,
): boolean => (asked ?? []).every((one) => Object.hasOwn(rules, one) && rules[one]?.(row) === true);

export async function changeModel(ctx: Ctx, projectId: string, modelId: string, input: ModelChange): Promise<Reply> {
  await getProjectOrThrow(ctx, projectId, 'write');
  await getModelOrThrow(ctx, projectId, modelId);
  const { isStarred: is_starred, predictionThreshold: prediction_threshold } = input;
  await modelStore(ctx.db.queries).change(modelId, { is_starred, prediction_threshold });
  return noContent();
}

/** With its predictions and its file. Members of blends are refused. */
export async function deleteModel(ctx: Ctx, projectId: string, modelId: string): Promise<Reply> {
  await getProjectOrThrow(ctx, projectId, 'write');
  await getModelOrThrow(ctx, projectId, modelId);
  await ctx.db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    const blends = (await modelStore(tx).ready(projectId)).filter(({ member_ids }) => member_ids?.includes(modelId));
    if (blends.length > 0)
      refuse(
        ModelProblems.inBlend,
        blends.map(({ id }) => id),
      );
    await modelStore(tx).delete(projectId, [modelId]);
  });
  for await (const key of ctx.blobs.list(`${projectBlobs(projectId).prefix}models/${modelId}/`))
    await ctx.blobs.delete(key);
  return noContent();
}
