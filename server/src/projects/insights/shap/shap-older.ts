import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { type ByteReply, bytes, type Reply } from '#platform/http/reply.ts';
import { getProjectOrThrow, loadProject } from '../../core/project/get-project.ts';
import { indices } from '../../engine/arrays.ts';
import { writeBytes } from '../../engine/project-files.ts';
import { predictionData, requireColumns } from '../../predictions/predict.step.ts';
import { PredictionProblems, predictionDatasetStore } from '../../predictions/prediction.store.ts';
import { getPredictionDatasetOrThrow } from '../../predictions/prediction-datasets.ts';
import type { Step } from '../../queue/step.ts';
import { type InsightRow, insightStore } from '../insight.store.ts';
import { alreadyComputed, insightId, insightKey, requestInsight, saveInsight } from '../insight-requests.ts';
import { getScoredModelOrThrow, getUsableModelOrThrow, InsightProblems, readyModel } from '../model-parts.ts';
import { matrixCsv } from './shap.rules.ts';
import type { Impacts, MatrixRecord, MatrixRequest } from './shap.schema.ts';
import { computeShap, explain, readSet, requireRows, shapSets } from './shap.ts';
import { writeShap } from './shap-file.ts';

const ImpactInput = z.strictObject({ modelId: z.string(), rowCount: z.int().nullable() });

/** The impact older clients ask for: of the training rows. */
export const shapImpactStep: Step<z.output<typeof ImpactInput>> = {
  name: 'shap-impact',
  jobType: 'shapImpact',
  input: ImpactInput,
  async run(platform, { modelId, rowCount }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const model = await readyModel(platform, project.id, modelId);
    const question = { project, plan: requireRows({ plan }), model, source: 'training', rowCount, quickCompute: true };
    await computeShap(platform, question, run);
    return { location: `/api/v2/projects/${project.id}/models/${modelId}/shapImpact/` };
  },
};

export async function requestShapImpact(ctx: Ctx, projectId: string, modelId: string, rowCount: number | null) {
  const scored = await getUsableModelOrThrow(ctx, projectId, modelId);
  requireRows(scored);
  const [there] = await shapSets(ctx, scored, { source: 'training', quickCompute: true });
  if (there !== undefined && (there.asked as { rowCount: number | null }).rowCount === rowCount) {
    throw alreadyComputed('The SHAP impact of this model');
  }
  return requestInsight(ctx, scored, shapImpactStep, { modelId, rowCount }, 'The SHAP impact of this model');
}

export async function readShapImpact(ctx: Ctx, projectId: string, modelId: string): Promise<z.infer<typeof Impacts>> {
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  const [row] = await shapSets(ctx, scored, { source: 'training' });
  if (row === undefined) {
    return refuse(InsightProblems.notComputed, 'SHAP impact', `${projectId}/models/${modelId}/shapImpact/`);
  }
  const { shapImpacts } = row.content as Pick<z.infer<typeof Impacts>, 'shapImpacts'>;
  return { count: shapImpacts.length, rowCount: row.row_count, shapImpacts };
}

const MatrixInput = z.strictObject({ modelId: z.string(), datasetId: z.string() });

/** Shapley values of the rows of an uploaded dataset. */
export const shapMatrixStep: Step<z.output<typeof MatrixInput>> = {
  name: 'shap-matrix',
  jobType: 'shapMatrix',
  input: MatrixInput,
  async run(platform, { modelId, datasetId }, job, run) {
    const { project, plan: any } = await loadProject(platform, job.project_id);
    const plan = requireRows({ plan: any });
    const model = await readyModel(platform, project.id, modelId);
    const dataset = await predictionDatasetStore(platform.db.queries).byId(project.id, datasetId);
    if (dataset === undefined) return refuse(PredictionProblems.noSuchDataset, project.id, datasetId);
    await requireColumns(platform, project, plan, model, dataset.version_id);
    const data = await predictionData(platform, project, dataset.version_id, run.signal);
    const made = await explain(platform, { project, plan, model, data, rows: indices(dataset.row_count) }, run);
    const named = { kind: 'shapMatrix', modelId, source: datasetId } as const;
    const rowsKey = insightKey(project.id, modelId, insightId(named));
    await writeBytes(platform, rowsKey, writeShap(made));
    const id = await saveInsight(platform, project, run, { ...named, rowCount: made.rows.length, rowsKey });
    return { location: `/api/v2/projects/${project.id}/shapMatrices/${id}/` };
  },
};

export async function requestShapMatrix(
  ctx: Ctx,
  projectId: string,
  { modelId, datasetId }: z.output<typeof MatrixRequest>,
): Promise<Reply> {
  const scored = await getUsableModelOrThrow(ctx, projectId, modelId);
  const { task } = requireRows(scored);
  if (task === 'multiclass') {
    return refuse(InsightProblems.notForTask, 'One SHAP matrix of a dataset', 'regression and binary', 'multiclass');
  }
  const { id } = await getPredictionDatasetOrThrow(ctx, projectId, datasetId);
  return requestInsight(ctx, scored, shapMatrixStep, { modelId, datasetId: id }, 'The SHAP matrix of these rows');
}

export async function listShapMatrices(
  ctx: Ctx,
  projectId: string,
  url: string,
  window: { readonly offset: number; readonly limit: number },
) {
  await getProjectOrThrow(ctx, projectId, 'read');
  const { rows, total } = await insightStore(ctx.db.queries).page(projectId, 'shapMatrix', { window });
  const shown = rows.map(
    (row): z.infer<typeof MatrixRecord> => ({
      id: row.id,
      projectId,
      modelId: row.model_id,
      datasetId: row.source,
      url: ctx.links.absolute(`/api/v2/projects/${projectId}/shapMatrices/${row.id}/`),
    }),
  );
  return page(ctx.links, url, window, shown, total);
}

/** The matrix as CSV, which is all that clients ask for. */
export async function readShapMatrix(ctx: Ctx, projectId: string, id: string): Promise<ByteReply> {
  await getProjectOrThrow(ctx, projectId, 'use');
  const row = await insightStore(ctx.db.queries).byId(projectId, 'shapMatrix', id);
  if (row === undefined) {
    return refuse(InsightProblems.noSuchRows, 'SHAP matrix', id, `projects/${projectId}/shapMatrices/`);
  }
  return csvOf(ctx, row, 0);
}

export async function csvOf(ctx: Ctx, row: InsightRow, output: number): Promise<ByteReply> {
  const content = Readable.from(matrixCsv(await readSet(ctx, row), output), { objectMode: false });
  return bytes('text/csv', content, { 'content-disposition': `attachment; filename="shap-${row.id}.csv"` });
}
