import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { answer, type ByteReply, bytes, type Reply } from '#platform/http/reply.ts';
import { pickOrNull } from '../core/fields.ts';
import { modelStore } from '../core/models/model.store.ts';
import type { ProjectPlan } from '../core/partitioning/plan.ts';
import { getModelingProjectOrThrow, getProjectOrThrow } from '../core/project/get-project.ts';
import type { JobQuery } from '../queue/job.schema.ts';
import { finishedOr, getJobOrThrow, jobStatusPath, openJobs } from '../queue/jobs.ts';
import type { ProjectJobRow } from '../queue/project-job.store.ts';
import { dispatch, enqueueStep } from '../queue/project-queue.ts';
import { asCsv, asJson, readLines } from './line-file.ts';
import { predictStep } from './predict.step.ts';
import { labelOf, labelText } from './predicted-rows.rules.ts';
import {
  type PredictedRow,
  type PredictionQuery,
  type PredictionRequest,
  type PredictJob,
  toMetadata,
} from './prediction.schema.ts';
import {
  type PredictionDatasetRow,
  type PredictionOptions,
  PredictionProblems,
  type PredictionRow,
  predictionStore,
} from './prediction.store.ts';
import { getPredictionDatasetOrThrow } from './prediction-datasets.ts';

const USUAL_SIZE = 80;

export async function requestPredictions(ctx: Ctx, projectId: string, body: PredictionRequest): Promise<Reply> {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'use');
  const dataset = await getPredictionDatasetOrThrow(ctx, projectId, body.datasetId);
  const model = await modelStore(ctx.db.queries).byId(projectId, body.modelId);
  if (!model?.artifact) {
    throw invalidFields({ modelId: `The project has no model ${body.modelId} that is ready to predict` });
  }
  const series = project.plan?.kind === 'series';
  if (!series && wantsIntervals(body)) refuse(PredictionProblems.noTimeSeries, 'includePredictionIntervals');
  if (!series && body.forecastPoint) refuse(PredictionProblems.noTimeSeries, 'forecastPoint');
  requireShap(body, project.plan);
  const asked = optionsOf(body, dataset);
  const job = await ctx.db.transaction(async (tx) => {
    const input = { datasetId: dataset.id, modelId: model.id, asked };
    const row = await enqueueStep(ctx, tx, predictStep, input, { project, actor: ctx.actor, modelId: model.id });
    await dispatch(ctx, tx, projectId);
    return row;
  });
  return answer(202, { location: jobStatusPath(job), body: {} });
}

/** Shapley values are given for one output: a number, or the chance of the positive class. */
function requireShap({ explanationAlgorithm }: PredictionRequest, plan: ProjectPlan | null): void {
  if (explanationAlgorithm !== 'shap' || (plan?.kind === 'table' && plan.task !== 'multiclass')) return;
  const instead = plan?.kind === 'table' ? 'insights/shapMatrix/ has them by class' : 'Use predictionExplanations/';
  throw invalidFields({ explanationAlgorithm: `shap is for regression and two classes on rows. ${instead}` });
}

/** Naming a size asks for intervals of that size. */
const wantsIntervals = ({ includePredictionIntervals, predictionIntervalsSize }: PredictionRequest): boolean =>
  includePredictionIntervals ?? (predictionIntervalsSize ?? null) !== null;

/** What the request does not say, the dataset was uploaded with. */
function optionsOf(body: PredictionRequest, { asked }: PredictionDatasetRow): PredictionOptions {
  const own = body.forecastPoint || body.predictionsStartDate ? body : asked;
  return {
    intervalsSize: wantsIntervals(body) ? (body.predictionIntervalsSize ?? USUAL_SIZE) : null,
    ...pickOrNull(own, ['forecastPoint', 'predictionsStartDate', 'predictionsEndDate']),
    actualValueColumn: null,
    predictionThreshold: body.predictionThreshold ?? null,
    ...(body.explanationAlgorithm === 'shap' ? { shap: { most: body.maxExplanations || null } } : {}),
  };
}

export async function listPredictions(ctx: Ctx, projectId: string, url: string, query: PredictionQuery) {
  await getProjectOrThrow(ctx, projectId, 'read');
  const { offset, limit, modelId, datasetId, predictionDatasetId } = query;
  const window = { offset, limit };
  const filter = { modelId, datasetId: datasetId ?? predictionDatasetId };
  const { rows, total } = await predictionStore(ctx.db.queries).page(projectId, filter, window);
  const shown = rows.map((row) => toMetadata(row, (path) => ctx.links.absolute(path)));
  return page(ctx.links, url, window, shown, total);
}

export async function getMetadata(ctx: Ctx, projectId: string, id: string) {
  await getProjectOrThrow(ctx, projectId, 'read');
  return toMetadata(await getPredictionOrThrow(ctx, projectId, id), (path) => ctx.links.absolute(path));
}

async function getPredictionOrThrow(ctx: Ctx, projectId: string, id: string): Promise<PredictionRow> {
  const row = await predictionStore(ctx.db.queries).byId(projectId, id);
  return row ?? refuse(PredictionProblems.noSuchPrediction, projectId, id);
}

/** Streamed from the store in the requested format: predictions may be larger than memory. */
export async function readPredictions(ctx: Ctx, projectId: string, id: string, accept: string): Promise<ByteReply> {
  await getProjectOrThrow(ctx, projectId, 'use');
  const row = await getPredictionOrThrow(ctx, projectId, id);
  const lines = readLines(ctx, row.rows_key);
  if (accept.includes('text/csv')) {
    const name = { 'content-disposition': `attachment; filename="predictions-${id}.csv"` };
    return bytes('text/csv', Readable.from(asCsv(lines, cellsOf), { objectMode: false }), name);
  }
  return bytes('application/json', Readable.from(asJson(headOf(row), 'predictions', lines), { objectMode: false }));
}

const headOf = ({ task, positive_class: positive, asked: { intervalsSize, shap } }: PredictionRow) => ({
  task,
  positiveClass: positive === null ? null : labelOf(positive),
  includesPredictionIntervals: intervalsSize !== null,
  predictionIntervalsSize: intervalsSize,
  explanationAlgorithm: shap === undefined ? null : 'shap',
  maxExplanations: shap?.most ?? null,
  shapBaseValue: shap?.base === undefined ? null : [shap.base],
  shapWarnings: null,
  actualValueColumn: null,
});

/** The chances of classes become columns of their own. */
function cellsOf({
  predictionValues = [],
  seriesColumns = {},
  predictionExplanations = [],
  predictionExplanationMetadata,
  ...row
}: PredictedRow): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [name, value] of Object.entries(row)) cells[name] = value === null ? '' : String(value);
  Object.assign(cells, seriesColumns);
  for (const { label, value } of predictionValues) cells[`class_${labelText(label)}`] = String(value);
  for (const [at, { feature, featureValue, strength }] of predictionExplanations.entries()) {
    cells[`Explanation_${at + 1}_feature_name`] = feature;
    cells[`Explanation_${at + 1}_feature_value`] = featureValue;
    cells[`Explanation_${at + 1}_strength`] = String(strength);
  }
  if (predictionExplanationMetadata !== undefined) {
    cells.shap_remaining_total = String(predictionExplanationMetadata.shapRemainingTotal);
  }
  return cells;
}

const toPredictJob = (row: ProjectJobRow): PredictJob => ({
  id: String(row.id),
  status: row.status,
  projectId: row.project_id,
  modelId: row.model_id,
  isBlocked: false,
  message: row.message ?? '',
});

export const listPredictJobs = async (ctx: Ctx, projectId: string, status: z.output<typeof JobQuery>['status']) =>
  (await openJobs(ctx, projectId, status, 'predict')).map(toPredictJob);

export async function getPredictJob(ctx: Ctx, projectId: string, jobId: string): Promise<Reply | PredictJob> {
  const row = await getJobOrThrow(ctx, projectId, jobId, 'predict');
  return finishedOr(row, toPredictJob(row));
}
