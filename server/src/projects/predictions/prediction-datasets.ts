import type { z } from 'zod';
import { versionForReading, wrongUrl } from '#data';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { type Form, getFileOrThrow } from '#platform/http/form.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, noContent, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { pickOrNull } from '../core/fields.ts';
import { getModelingProjectOrThrow, getProjectOrThrow, PROJECT } from '../core/project/get-project.ts';
import type { ProjectRow } from '../core/project/project.store.ts';
import { withUploadedFile } from '../core/uploaded-file.ts';
import { type PredictionDatasetOptions, PredictionProblems, predictionDatasetStore } from './prediction.store.ts';
import { predictionDatasetJob } from './prediction-dataset.job.ts';
import {
  type DatasetUpload,
  type FileUpload,
  type ListQuery,
  toPredictionDataset,
  type UrlUpload,
} from './prediction-dataset.schema.ts';

type ModelOptions = z.output<typeof FileUpload>;

/** Options with defaults; options of time series are refused elsewhere. */
function optionsOf(project: ProjectRow, given: ModelOptions): PredictionDatasetOptions {
  const asked = {
    ...pickOrNull(given, ['forecastPoint', 'predictionsStartDate', 'predictionsEndDate', 'actualValueColumn']),
    relaxKnownInAdvanceFeaturesCheck: given.relaxKnownInAdvanceFeaturesCheck ?? false,
  };
  if (asked.actualValueColumn !== null) {
    throw invalidFields({ actualValueColumn: 'Anomaly scores are not compared with actual values here. Leave it out' });
  }
  if (project.plan?.kind !== 'series') {
    const said = (['forecastPoint', 'predictionsStartDate'] as const).find((name) => asked[name] !== null);
    if (said !== undefined) refuse(PredictionProblems.noTimeSeries, said);
  }
  return asked;
}

type From = Parameters<(typeof predictionDatasetJob)['run']>[1]['from'];

const enqueue = (ctx: Ctx, tx: Tx, project: ProjectRow, name: string, from: From, given: ModelOptions) =>
  ctx.jobs.enqueue(
    tx,
    predictionDatasetJob,
    { id: newId(ctx.now()), projectId: project.id, name, from, asked: optionsOf(project, given) },
    { actor: ctx.actor, description: `Reading ${name}`, about: { type: PROJECT.type, id: project.id } },
  );

export async function uploadFile(ctx: Ctx, projectId: string, form: Form, given: ModelOptions): Promise<Reply> {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'use');
  const file = getFileOrThrow(form, 'the data');
  optionsOf(project, given);
  return withUploadedFile(ctx, file, (tx, { datasetId, versionId }) =>
    enqueue(ctx, tx, project, file.filename, { kind: 'upload', datasetId, versionId }, given),
  );
}

export async function uploadUrl(ctx: Ctx, projectId: string, { url, ...given }: UrlUpload): Promise<Reply> {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'use');
  const wrong = wrongUrl(url);
  if (wrong !== null) throw invalidFields({ url: wrong });
  const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '') || 'data';
  const statusId = await ctx.db.transaction((tx) => enqueue(ctx, tx, project, name, { kind: 'url', url }, given));
  return accepted(statusId);
}

export async function uploadDataset(ctx: Ctx, projectId: string, body: z.output<typeof DatasetUpload>): Promise<Reply> {
  const project = await getModelingProjectOrThrow(ctx, projectId, 'use');
  const { datasetId, datasetVersionId, ...given } = body;
  const version = await versionForReading(ctx, { datasetId, versionId: datasetVersionId ?? undefined });
  const from: From = { kind: 'catalog', datasetId, versionId: version.id };
  const statusId = await ctx.db.transaction((tx) => enqueue(ctx, tx, project, version.name, from, given));
  return accepted(statusId, { datasetId });
}

export async function listPredictionDatasets(ctx: Ctx, projectId: string, url: string, query: ListQuery) {
  await getProjectOrThrow(ctx, projectId, 'read');
  const { rows, total } = await predictionDatasetStore(ctx.db.queries).page(projectId, query);
  const window = { offset: query.offset, limit: query.limit === 0 ? Math.max(1, total) : query.limit };
  return page(ctx.links, url, window, rows.map(toPredictionDataset), total);
}

export async function getPredictionDatasetOrThrow(ctx: Ctx, projectId: string, id: string) {
  const row = await predictionDatasetStore(ctx.db.queries).byId(projectId, id);
  return row ?? refuse(PredictionProblems.noSuchDataset, projectId, id);
}

export async function getPredictionDataset(ctx: Ctx, projectId: string, id: string) {
  await getProjectOrThrow(ctx, projectId, 'read');
  return toPredictionDataset(await getPredictionDatasetOrThrow(ctx, projectId, id));
}

export async function deletePredictionDataset(ctx: Ctx, projectId: string, id: string): Promise<Reply> {
  await getProjectOrThrow(ctx, projectId, 'write');
  const deleted = await predictionDatasetStore(ctx.db.queries).delete(projectId, id);
  return deleted > 0 ? noContent() : refuse(PredictionProblems.noSuchDataset, projectId, id);
}
