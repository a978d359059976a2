import { z } from 'zod';
import { requireRole } from '#accounts';
import type { Ctx, JobKind } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, type ByteReply, type Reply } from '#platform/http/reply.ts';
import { memoryPage } from '../../core/memory-page.ts';
import { ModelProblems } from '../../core/models/get-model.ts';
import { modelStore } from '../../core/models/model.store.ts';
import { getModelingProjectOrThrow, loadProject, PROJECT } from '../../core/project/get-project.ts';
import { meanOf } from '../../engine/arrays.ts';
import { stableId } from '../../queue/step.ts';
import { CHART_TASKS, type ChartName, type Drawn } from '../charts/charts.rules.ts';
import { chartsFor, drawSource, requireTask } from '../charts/charts.ts';
import type { Confusion } from '../charts/roc.rules.ts';
import { requestEffects } from '../features/feature-effects.ts';
import { requestImpact, requestSlicedImpact } from '../features/feature-impact.ts';
import { insightStore } from '../insight.store.ts';
import {
  getScoredModelOrThrow,
  InsightProblems,
  requireSource,
  type ScoredModel,
  scoredParts,
  sourceNamed,
} from '../model-parts.ts';
import {
  isShap,
  requestShap,
  requireNoFilters,
  requireRows,
  SHAP_NAMES,
  type ShapName,
  shapItems,
  shapSets,
} from '../shap/shap.ts';
import { csvOf } from '../shap/shap-older.ts';
import { requestSlicedChart, slicedCharts } from '../slices/sliced-charts.ts';
import { SliceProblems, sliceOf } from '../slices/slices.ts';
import type { InsightItem, InsightQuery, InsightRequest } from './by-name.schema.ts';

const Input = z.strictObject({
  projectId: z.string(),
  modelId: z.string(),
  name: z.enum(['liftChart', 'rocCurve', 'residuals', 'confusionMatrix']),
  source: z.string(),
});

/** Charts are computed when they are read; a request to compute one only checks that it can be. */
export const chartJob: JobKind<z.output<typeof Input>> = {
  name: 'projects.chart',
  input: Input,
  lane: 'light',
  limits: 'light',
  retries: 2,
  async run(platform, { projectId, modelId, name, source }, { signal }) {
    const { project, plan } = await loadProject(platform, projectId);
    const model = await modelStore(platform.db.queries).byId(projectId, modelId);
    const found = sourceNamed(plan, source);
    if (model !== undefined && found !== undefined) {
      const scored = { project, plan, model, parts: await scoredParts(platform, model) };
      await drawSource(platform, scored, found, name, signal);
    }
    return { location: `/api/v2/insights/${name}/models/${modelId}/?source=${encodeURIComponent(source)}` };
  },
};

/** Of the SHAP insights. */
const WITHOUT_SLICES = 'A set of Shapley values';

const CHARTS = Object.keys(CHART_TASKS);
const COMPUTED = ['featureImpact', 'featureEffects'] as const;
const NAMES = [...CHARTS, ...COMPUTED, ...SHAP_NAMES];
type Item = z.infer<typeof InsightItem>;
type Query = z.output<typeof InsightQuery>;

const isChart = (name: string): name is ChartName => CHARTS.includes(name);

async function modelAnywhere(ctx: Ctx, name: string, modelId: string): Promise<ScoredModel> {
  if (!NAMES.includes(name)) refuse(InsightProblems.noSuchInsight, name, NAMES);
  const refuseModel = () => refuse(ModelProblems.noSuchModel, modelId);
  const projectId = (await insightStore(ctx.db.queries).projectOf(ctx.actor.organizationId, modelId)) ?? refuseModel();
  await requireRole(ctx, { kind: PROJECT, id: projectId }, 'read', refuseModel);
  return getScoredModelOrThrow(ctx, projectId, modelId);
}

/** What is known about a model under one name, a page of it. */
export async function listInsights(ctx: Ctx, name: string, modelId: string, url: string, query: Query) {
  const scored = await modelAnywhere(ctx, name, modelId);
  const slice = await sliceOf(ctx, scored.project.id, query.dataSliceId);
  if (slice !== null && isShap(name)) refuse(SliceProblems.notSliced, WITHOUT_SLICES);
  if (!isShap(name)) requireNoFilters(query);
  const items = isChart(name)
    ? await chartItems(ctx, scored, name, query)
    : isShap(name)
      ? await shapByName(ctx, scored, name, query)
      : await computedItems(ctx, scored, name, query);
  return memoryPage(ctx, url, query, items, (item) => item);
}

const shapByName = async (ctx: Ctx, scored: ScoredModel, name: ShapName, query: Query): Promise<Item[]> =>
  (await shapItems(ctx, scored, name, query)).map(({ source, mark, targetClass, data }) => ({
    ...itemOf(scored, name, source, data, targetClass),
    id: stableId(mark, name, targetClass ?? ''),
  }));

/** A SHAP matrix as a file. */
export async function readInsightCsv(ctx: Ctx, name: string, modelId: string, query: Query): Promise<ByteReply> {
  const scored = await modelAnywhere(ctx, name, modelId);
  if (query.dataSliceId) refuse(SliceProblems.notSliced, WITHOUT_SLICES);
  if (name !== 'shapMatrix') throw invalidFields({ accept: 'Only shapMatrix comes as CSV. Ask for application/json' });
  const { classes } = requireRows(scored);
  const source = query.source ?? 'validation';
  if (source === 'holdout' && !scored.project.holdout_unlocked) refuse(InsightProblems.holdoutLocked);
  const [row] = await shapSets(ctx, scored, { source, quickCompute: query.quickCompute });
  if (row === undefined) return refuse(InsightProblems.noShapMatrix, source);
  return csvOf(ctx, row, Math.max(0, classes.length > 2 ? classes.indexOf(query.targetClass ?? '') : 0));
}

async function chartItems(ctx: Ctx, scored: ScoredModel, name: ChartName, query: Query): Promise<Item[]> {
  const all = query.dataSliceId ? [] : await chartsFor(ctx, scored, name, query.source);
  if (query.dataSliceId) requireTask(scored.plan, name);
  if (query.dataSliceId && query.source) requireSource(scored, query.source);
  const sliced = query.unslicedOnly ? [] : await slicedCharts(ctx, scored, name, query);
  const charts = [...all.map((chart) => ({ ...chart, dataSliceId: null })), ...sliced];
  const items = charts.flatMap(({ source, drawn, dataSliceId }) =>
    drawn.map((one) => itemOf(scored, name, source, dataOf(name, one as Drawn), one.targetClass, dataSliceId)),
  );
  return items.filter(({ targetClass }) => query.targetClass === undefined || targetClass === query.targetClass);
}

const dataOf = (name: ChartName, { data }: Drawn): Item['data'] =>
  name === 'confusionMatrix' ? matrixOf(data as Drawn<'confusionMatrix'>['data']) : { ...data };

/** Computed by jobs; what of a locked holdout is there stays hidden. */
async function computedItems(ctx: Ctx, scored: ScoredModel, name: string, query: Query): Promise<Item[]> {
  const { project, model } = scored;
  const kind = name as (typeof COMPUTED)[number];
  if (query.source?.startsWith('holdout') && !project.holdout_unlocked) refuse(InsightProblems.holdoutLocked);
  const store = insightStore(ctx.db.queries);
  const all = query.dataSliceId ? [] : await store.ofModel(project.id, model.id, kind);
  const sliced = query.unslicedOnly ? [] : await store.sliced(project.id, model.id, kind, query.dataSliceId);
  const rows = [...all, ...sliced]
    .filter(({ source }) => project.holdout_unlocked || !source.startsWith('holdout'))
    .filter(({ source }) => query.source === undefined || source === query.source);
  if (rows.length === 0 && kind === 'featureEffects') {
    const path = `${project.id}/models/${model.id}/featureEffects/`;
    return refuse(InsightProblems.notComputed, 'feature effects', path);
  }
  const items = rows.map((row) =>
    itemOf(scored, name, row.source, row.content as Item['data'], null, row.data_slice_id),
  );
  // Clients that name no source take the first.
  const place = ({ dataSliceId, source }: Item) => Number(dataSliceId !== null) * 2 + Number(source !== 'training');
  return items.sort((a, b) => place(a) - place(b));
}

const itemOf = (
  { project, model }: ScoredModel,
  name: string,
  source: string,
  data: Item['data'],
  targetClass: string | null,
  dataSliceId: string | null = null,
): Item => ({
  id: stableId(model.id, name, source, targetClass ?? '', ...(dataSliceId === null ? [] : [dataSliceId])),
  entityId: model.id,
  projectId: project.id,
  source,
  dataSliceId,
  externalDatasetId: null,
  targetClass,
  data,
});

export async function requestByName(ctx: Ctx, name: string, body: z.output<typeof InsightRequest>): Promise<Reply> {
  const { entityId: modelId, source, dataSliceId, rowCount, quickCompute } = body;
  const scored = await modelAnywhere(ctx, name, modelId);
  const projectId = scored.project.id;
  await getModelingProjectOrThrow(ctx, projectId, 'use');
  const slice = await sliceOf(ctx, projectId, dataSliceId);
  if (slice !== null && isShap(name)) refuse(SliceProblems.notSliced, WITHOUT_SLICES);
  if (isShap(name)) {
    return requestShap(ctx, scored, name, { source, rowCount: rowCount ?? null, quickCompute: quickCompute ?? true });
  }
  if (name === 'featureImpact') {
    if (slice !== null) return requestSlicedImpact(ctx, projectId, modelId, rowCount ?? null, slice);
    return requestImpact(ctx, projectId, modelId, { rowCount });
  }
  if (!isChart(name)) return requestEffects(ctx, projectId, modelId, { rowCount }, slice);
  requireTask(scored.plan, name);
  requireSource(scored, source);
  if (slice !== null) return requestSlicedChart(ctx, scored, { name, source, dataSliceId: slice.id });
  const input = { projectId, modelId, name, source };
  const statusId = await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, chartJob, input, { actor: ctx.actor }));
  return accepted(statusId);
}

/** A confusion chart the way newer clients read it. Means over classes are plain ones: every class counts the same. */
function matrixOf({ classes, confusionMatrix, classMetrics }: Confusion) {
  const mean = (name: 'f1' | 'precision' | 'recall') => meanOf(classMetrics.map((one) => one[name]));
  const total = confusionMatrix.flat().reduce((sum, count) => sum + count, 0);
  return {
    confusionMatrixData: { rowClasses: classes, colClasses: classes, confusionMatrix, classMetrics },
    totalMatrixSum: total,
    globalMetrics: { f1: mean('f1'), precision: mean('precision'), recall: mean('recall') },
    numberOfClasses: classes.length,
    rows: [0, classes.length],
    columns: [0, classes.length],
  };
}
