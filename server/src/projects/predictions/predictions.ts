import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { modelStore } from '../core/models/model.store.ts';
import { getModelingProjectOrThrow, getProjectOrThrow } from '../core/project/get-project.ts';
import { jobStatusPath } from '../queue/jobs.ts';
import { dispatch, enqueueStep } from '../queue/project-queue.ts';
import { predictStep } from './predict.step.ts';
import { PredictionProblems } from './prediction.problems.ts';
import { type PredictionQuery, type PredictionRequest, toMetadata } from './prediction.schema.ts';
import { predictionStore } from './prediction.store.ts';
import type { AskedOfPrediction, PredictionDatasetRow } from './prediction.tables.ts';
import { getPredictionDatasetOrThrow } from './prediction-datasets.ts';

const USUAL_SIZE = 80;

export async function requestPredictions(
  ctx: Ctx,
  projectId: string,
  body: z.output<typeof PredictionRequest>,
): Promise<Reply> {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'use');
  const dataset = await getPredictionDatasetOrThrow(ctx, projectId, body.datasetId);
  const model = await modelStore(ctx.db.queries).byId(projectId, body.modelId);
  if (!model?.artifact) {
    throw invalidFields({ modelId: `The project has no model ${body.modelId} that is ready to predict` });
  }
  const series = project.plan?.kind === 'series';
  if (!series && body.includePredictionIntervals) refuse(PredictionProblems.noTimeSeries, 'includePredictionIntervals');
  if (!series && body.forecastPoint) refuse(PredictionProblems.noTimeSeries, 'forecastPoint');
  const asked = askedOf(body, dataset);
  const job = await ctx.db.transaction(async (tx) => {
    const input = { datasetId: dataset.id, modelId: model.id, asked };
    const row = await enqueueStep(ctx, tx, predictStep, input, { project, actor: ctx.actor, modelId: model.id });
    await dispatch(ctx, tx, projectId);
    return row;
  });
  return answer(202, { location: jobStatusPath(job), body: {} });
}

/** What the request does not say, the dataset was uploaded with. */
function askedOf(body: z.output<typeof PredictionRequest>, { asked }: PredictionDatasetRow): AskedOfPrediction {
  const own = body.forecastPoint || body.predictionsStartDate ? body : asked;
  return {
    intervalsSize: body.includePredictionIntervals ? (body.predictionIntervalsSize ?? USUAL_SIZE) : null,
    forecastPoint: own.forecastPoint ?? null,
    predictionsStartDate: own.predictionsStartDate ?? null,
    predictionsEndDate: own.predictionsEndDate ?? null,
    actualValueColumn: null,
    predictionThreshold: body.predictionThreshold ?? null,
  };
}

export async function listPredictions(
  ctx: Ctx,
  projectId: string,
  url: string,
  query: z.output<typeof PredictionQuery>,
) {
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
  const row = await predictionStore(ctx.db.queries).byId(projectId, id);
  return toMetadata(row ?? refuse(PredictionProblems.noSuchPrediction, projectId, id), (path) =>
    ctx.links.absolute(path),
  );
}
