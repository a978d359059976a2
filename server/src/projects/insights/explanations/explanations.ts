import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { pickOrNull } from '../../core/fields.ts';
import { isDated, partNames } from '../../core/partitioning/plan.ts';
import { getProjectOrThrow } from '../../core/project/get-project.ts';
import { readLines } from '../../predictions/line-file.ts';
import { getPredictionDatasetOrThrow } from '../../predictions/prediction-datasets.ts';
import { type InsightRow, insightStore } from '../insight.store.ts';
import { requestInsight } from '../insight-requests.ts';
import { getScoredModelOrThrow, getUsableModelOrThrow, InsightProblems, type ScoredModel } from '../model-parts.ts';
import type {
  ExplainedRow,
  ExplanationOptions,
  ExplanationsQuery,
  ExplanationsRecord,
  ExplanationsRequest,
  RecordQuery,
  TrainingExplanationsRequest,
} from './explanation.schema.ts';
import { explanationsStep, initializationStep, trainingExplanationsStep } from './explanations.step.ts';

const USUAL = 3;

export async function requestExplanations(ctx: Ctx, projectId: string, body: ExplanationsRequest): Promise<Reply> {
  const { modelId } = body;
  const scored = await getUsableModelOrThrow(ctx, projectId, modelId);
  const dataset = await getPredictionDatasetOrThrow(ctx, projectId, body.datasetId);
  const input = { modelId, datasetId: dataset.id, asked: optionsOf(scored, body) };
  return requestInsight(ctx, scored, explanationsStep, input, 'Explaining these predictions');
}

/** Explanations for the rows of the project, without those of a locked holdout. */
export async function requestTrainingExplanations(ctx: Ctx, projectId: string, body: TrainingExplanationsRequest) {
  const { modelId, datasetId } = body;
  const scored = await getUsableModelOrThrow(ctx, projectId, modelId);
  const { project, plan, model } = scored;
  if (plan.kind === 'series') {
    return refuse(
      InsightProblems.notForTask,
      'Explaining training rows',
      'date-ordered and plain',
      'a time series one',
    );
  }
  const known = [project.dataset_id, project.dataset_version_id, model.featurelist_id, projectId];
  if (!known.includes(datasetId)) {
    throw invalidFields({
      datasetId:
        'Is not the data of the project. Send the id of its dataset, of the project or of the feature list of the model; ' +
        'for other rows use predictionExplanations/',
    });
  }
  const input = { modelId, datasetId, rows: trainingRows(scored, body), asked: optionsOf(scored, body) };
  return requestInsight(ctx, scored, trainingExplanationsStep, input, 'Explaining these rows');
}

function trainingRows(
  { project, plan }: ScoredModel,
  { datetimePredictionPartition: part }: TrainingExplanationsRequest,
) {
  const { evaluated, holdout } = partNames(plan);
  if (!isDated(plan)) {
    if (part) throw invalidFields({ datetimePredictionPartition: 'Is for projects with dates. Leave it out' });
    return { of: 'all' as const, parts: holdout && !project.holdout_unlocked ? ['holdout'] : [] };
  }
  if (!part) throw invalidFields({ datetimePredictionPartition: 'Send 0 (the newest backtest) or holdout' });
  if (part === '0') return { of: 'validation' as const, parts: evaluated.slice(0, 1) };
  if (!holdout) throw invalidFields({ datetimePredictionPartition: 'The project has no holdout. Send 0' });
  if (!project.holdout_unlocked) refuse(InsightProblems.holdoutLocked);
  return { of: 'validation' as const, parts: ['holdout'] };
}

function optionsOf({ plan }: ScoredModel, body: Omit<ExplanationsRequest, 'datasetId'>): ExplanationOptions {
  const classes = plan.kind === 'table' && plan.task === 'multiclass' ? plan.classes : undefined;
  for (const name of ['classNames', 'numTopClasses'] as const) {
    if (body[name] && classes === undefined) {
      throw invalidFields({ [name]: 'Is for projects of several classes. Leave it out' });
    }
  }
  const unknown = (body.classNames ?? []).filter((name) => !classes?.includes(name));
  if (unknown.length > 0) throw invalidFields({ classNames: `There is no class ${unknown.join(', ')}` });
  return {
    ...pickOrNull(body, ['thresholdLow', 'thresholdHigh', 'classNames', 'numTopClasses']),
    maxExplanations: body.maxExplanations ?? USUAL,
  };
}

function toRecord(ctx: Ctx, row: InsightRow): z.infer<typeof ExplanationsRecord> {
  return {
    id: row.id,
    projectId: row.project_id,
    modelId: row.model_id,
    datasetId: row.source,
    ...(row.asked as ExplanationOptions),
    ...(row.content as { numColumns: number; source?: string }),
    finishTime: row.created_at.getTime() / 1000,
    predictionExplanationsLocation: ctx.links.absolute(
      `/api/v2/projects/${row.project_id}/predictionExplanations/${row.id}/`,
    ),
  };
}

export async function listRecords(ctx: Ctx, projectId: string, url: string, query: z.output<typeof RecordQuery>) {
  await getProjectOrThrow(ctx, projectId, 'read');
  const { offset, limit, modelId } = query;
  const window = { offset, limit };
  const { rows, total } = await insightStore(ctx.db.queries).page(projectId, 'explanations', { modelId, window });
  const shown = rows.map((row) => toRecord(ctx, row));
  return page(ctx.links, url, window, shown, total);
}

async function getRecordOrThrow(ctx: Ctx, projectId: string, id: string): Promise<InsightRow> {
  const row = await insightStore(ctx.db.queries).byId(projectId, 'explanations', id);
  const where = `projects/${projectId}/predictionExplanationsRecords/`;
  return row ?? refuse(InsightProblems.noSuchRows, 'prediction explanations', id, where);
}

export async function getRecord(ctx: Ctx, projectId: string, id: string) {
  await getProjectOrThrow(ctx, projectId, 'read');
  return toRecord(ctx, await getRecordOrThrow(ctx, projectId, id));
}

export async function deleteRecord(ctx: Ctx, projectId: string, id: string): Promise<Reply> {
  await getProjectOrThrow(ctx, projectId, 'write');
  const row = await getRecordOrThrow(ctx, projectId, id);
  await insightStore(ctx.db.queries).delete(projectId, 'explanations', id);
  if (row.rows_key) await ctx.blobs.delete(row.rows_key);
  return noContent();
}

export async function readExplanations(
  ctx: Ctx,
  projectId: string,
  id: string,
  url: string,
  { offset, limit }: z.output<typeof ExplanationsQuery>,
) {
  await getProjectOrThrow(ctx, projectId, 'use');
  const row = await getRecordOrThrow(ctx, projectId, id);
  const data: ExplainedRow[] = [];
  for await (const line of readLines(ctx, row.rows_key ?? '', { offset, limit })) data.push(JSON.parse(line));
  return {
    id,
    ...page(ctx.links, url, { offset, limit }, data, row.row_count),
    predictionExplanationsRecordLocation: ctx.links.absolute(
      `/api/v2/projects/${projectId}/predictionExplanationsRecords/${id}/`,
    ),
    adjustmentMethod: 'N/A' as const,
  };
}

export async function requestInitialization(ctx: Ctx, projectId: string, modelId: string): Promise<Reply> {
  const scored = await getUsableModelOrThrow(ctx, projectId, modelId);
  return requestInsight(ctx, scored, initializationStep, { modelId }, 'Explaining a sample with this model');
}

async function getSampleOrThrow(ctx: Ctx, projectId: string, modelId: string): Promise<InsightRow> {
  const rows = await insightStore(ctx.db.queries).ofModel(projectId, modelId, 'explanationsInitialization');
  const path = `${projectId}/models/${modelId}/predictionExplanationsInitialization/`;
  return rows[0] ?? refuse(InsightProblems.notComputed, 'a sample of explanations', path);
}

export async function getInitialization(ctx: Ctx, projectId: string, modelId: string) {
  await getScoredModelOrThrow(ctx, projectId, modelId);
  const { content } = await getSampleOrThrow(ctx, projectId, modelId);
  const { sample } = content as { readonly sample: readonly ExplainedRow[] };
  return { projectId, modelId, predictionExplanationsSample: sample };
}

export async function deleteInitialization(ctx: Ctx, projectId: string, modelId: string): Promise<Reply> {
  await getProjectOrThrow(ctx, projectId, 'write');
  await getScoredModelOrThrow(ctx, projectId, modelId);
  const { id } = await getSampleOrThrow(ctx, projectId, modelId);
  await insightStore(ctx.db.queries).delete(projectId, 'explanationsInitialization', id);
  return noContent();
}
