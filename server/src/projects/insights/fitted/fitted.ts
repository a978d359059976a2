import type { FitReport } from '@almanac/engine';
import type { Ctx } from '#platform/context.ts';
import { catalogue, notFound, refuse } from '#platform/http/problem.ts';
import { onThread } from '../../engine/engine-pool.ts';
import { readModelBytes, readReport } from '../../engine/project-files.ts';
import { getScoredModelOrThrow, type ScoredModel } from '../model-parts.ts';
import type { describeFile } from './describe-file.ts';
import { toMissingReport, toParameters, toWordCloud } from './fitted.rules.ts';

const FittedProblems = catalogue({
  noParameters: notFound(
    'insights.no_parameters',
    (id: string, type: string) =>
      `Model ${id} (${type}) has no coefficients. Linear models have them: train one of those, or ask for the feature impact of this one.`,
  ),
  noIterations: notFound(
    'insights.no_iterations',
    (id: string, type: string) =>
      `Model ${id} (${type}) is not trained in iterations. Ask for a model of trees: boosting or a forest.`,
  ),
  noReport: notFound(
    'insights.no_fit_report',
    (id: string, type: string) =>
      `Nothing was kept about the training rows of model ${id} (${type}): blends and forecasts have no such report, nor have models trained by earlier versions. Train one model on rows: POST models/.`,
  ),
  /** Scripts look for its first words, and go on with the next model. */
  noWordCloud: notFound(
    'insights.no_word_cloud',
    (id: string, type: string) =>
      `No word cloud data: model ${id} (${type}) has no word cloud. Linear models that read a text feature have one.`,
  ),
});

/** A model on rows described by its file; nothing is said about blends and forecasters. */
async function describe(ctx: Ctx, { model }: ScoredModel): Promise<ReturnType<typeof describeFile>> {
  const { id, artifact } = model;
  if (artifact?.kind !== 'rows') return { linear: null, rounds: null };
  const file = await readModelBytes(ctx, artifact.key, id);
  return onThread((thread) => thread.ask('describeFile', { file }), ctx.gone);
}

const classesOf = ({ plan }: ScoredModel): readonly string[] => (plan.kind === 'table' ? plan.classes : []);

export async function readParameters(ctx: Ctx, projectId: string, modelId: string) {
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  const { linear } = await describe(ctx, scored);
  if (linear === null) return refuse(FittedProblems.noParameters, modelId, scored.model.model_type);
  return toParameters(linear, await readReport(ctx, projectId, modelId), classesOf(scored));
}

export async function readIterations(ctx: Ctx, projectId: string, modelId: string) {
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  const { rounds } = await describe(ctx, scored);
  if (rounds === null) return refuse(FittedProblems.noIterations, modelId, scored.model.model_type);
  return { projectId, modelId, data: [{ stage: null, numIterations: rounds }] };
}

async function getReportOrThrow(ctx: Ctx, { project, model }: ScoredModel): Promise<FitReport> {
  const report = await readReport(ctx, project.id, model.id);
  return report ?? refuse(FittedProblems.noReport, model.id, model.model_type);
}

export async function readMissingReport(ctx: Ctx, projectId: string, modelId: string) {
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  return toMissingReport(await getReportOrThrow(ctx, scored), scored.model.processes);
}

export async function readWordCloud(ctx: Ctx, projectId: string, modelId: string, excludeStopWords: boolean) {
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  const { linear } = await describe(ctx, scored);
  const report = await getReportOrThrow(ctx, scored);
  if (linear === null || report.words.length === 0) {
    return refuse(FittedProblems.noWordCloud, modelId, scored.model.model_type);
  }
  const classes = classesOf(scored);
  // For two classes the coefficients are those of the positive one.
  const labels = linear.intercepts.length > 1 ? classes : [classes[1] ?? null];
  return toWordCloud(linear, report, labels, excludeStopWords);
}
