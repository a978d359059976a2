import { z } from 'zod';
import { versionProfile } from '#data';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { catalogue, invalidFields, refuse, unprocessable } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import type { ProjectPlan, TablePlan } from '../../core/partitioning/plan.ts';
import { getProjectOrThrow, loadProject } from '../../core/project/get-project.ts';
import { withEngine } from '../../engine/engine-pool.ts';
import { writeRowPredictions } from '../../engine/part-predictions.ts';
import { writeBytes } from '../../engine/project-files.ts';
import { predictionData, requireColumns } from '../../predictions/predict.step.ts';
import { PredictionProblems, predictionDatasetStore } from '../../predictions/prediction.store.ts';
import { getPredictionDatasetOrThrow } from '../../predictions/prediction-datasets.ts';
import type { Step } from '../../queue/step.ts';
import { type InsightRow, insightStore } from '../insight.store.ts';
import { insightId, insightKey, requestInsight, saveInsight } from '../insight-requests.ts';
import { getUsableModelOrThrow, InsightProblems, modelFiles, readyModel } from '../model-parts.ts';
import type { ExternalRequest, ExternalScores, ScoresQuery } from './external.schema.ts';

const ExternalProblems = catalogue({
  noOutcomes: unprocessable(
    'external.no_outcomes',
    (target: string) =>
      `The dataset has no column ${JSON.stringify(target)} with what happened, so the model cannot be scored on it. ` +
      'Upload the rows with their target.',
  ),
  noKnownOutcomes: unprocessable(
    'external.no_known_outcomes',
    (target: string) =>
      `No row of the dataset has a value of ${JSON.stringify(target)} that the model can be scored on.`,
  ),
});

/** Of forecasts there are scores by backtest; without a target nothing happened that could be compared. */
export function requireOutcomes(plan: ProjectPlan): TablePlan & { readonly target: string } {
  if (plan.kind === 'table' && plan.target !== undefined) return { ...plan, target: plan.target };
  const is = plan.kind === 'series' ? 'a time series one' : 'without a target';
  return refuse(InsightProblems.notForTask, 'A test on another dataset', 'regression, binary and multiclass', is);
}

const Input = z.strictObject({ modelId: z.string(), datasetId: z.string() });

export async function requestExternalScores(
  ctx: Ctx,
  projectId: string,
  { modelId, datasetId, actualValueColumn }: z.output<typeof ExternalRequest>,
): Promise<Reply> {
  const scored = await getUsableModelOrThrow(ctx, projectId, modelId);
  const { target } = requireOutcomes(scored.plan);
  if (actualValueColumn) {
    throw invalidFields({ actualValueColumn: `Scores compare with the target, ${target}. Leave it out` });
  }
  const dataset = await getPredictionDatasetOrThrow(ctx, projectId, datasetId);
  const { columns } = await versionProfile(ctx, dataset.version_id);
  if (!columns.some(({ name }) => name === target)) refuse(ExternalProblems.noOutcomes, target);
  const what = 'The test of this model on these rows';
  return requestInsight(ctx, scored, externalScoresStep, { modelId, datasetId: dataset.id }, what);
}

export const externalScoresStep: Step<z.output<typeof Input>> = {
  name: 'external-scores',
  jobType: 'externalScores',
  input: Input,
  async run(platform, { modelId, datasetId }, job, run) {
    const { project, plan: any } = await loadProject(platform, job.project_id);
    const plan = requireOutcomes(any);
    const model = await readyModel(platform, project.id, modelId);
    const dataset = await predictionDatasetStore(platform.db.queries).byId(project.id, datasetId);
    if (dataset === undefined) return refuse(PredictionProblems.noSuchDataset, project.id, datasetId);
    await requireColumns(platform, project, plan, model, dataset.version_id);
    const files = await modelFiles(platform, model);
    const data = await predictionData(platform, project, dataset.version_id, run.signal);
    await run.progress(0.2, 'Predicting the rows');
    const made = await withEngine(data, run.signal, (thread) => thread.ask('testOnRows', { plan, model: files }));
    const rowCount = made.predictions.rows.length;
    if (rowCount === 0) refuse(ExternalProblems.noKnownOutcomes, plan.target);
    const named = { kind: 'externalScores', modelId, source: datasetId } as const;
    const rowsKey = insightKey(project.id, modelId, insightId(named));
    await writeBytes(platform, rowsKey, writeRowPredictions(made.predictions));
    await saveInsight(platform, project, run, { ...named, content: { scores: made.scores }, rowCount, rowsKey });
    const query = new URLSearchParams({ modelId, datasetId });
    return { location: `/api/v2/projects/${project.id}/externalScores/?${query}` };
  },
};

const show = (row: InsightRow): z.infer<typeof ExternalScores> => ({
  projectId: row.project_id,
  modelId: row.model_id,
  datasetId: row.source,
  actualValueColumn: null,
  scores: (row.content as Pick<z.infer<typeof ExternalScores>, 'scores'>).scores,
});

/** Newest first. */
export async function listExternalScores(ctx: Ctx, projectId: string, url: string, query: ScoresQuery) {
  await getProjectOrThrow(ctx, projectId, 'read');
  const { modelId, datasetId: source } = query;
  const filter = { modelId, source, window: query };
  const { rows, total } = await insightStore(ctx.db.queries).page(projectId, 'externalScores', filter);
  return page(ctx.links, url, query, rows.map(show), total);
}
