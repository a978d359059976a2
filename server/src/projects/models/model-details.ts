import { estimatorNamed } from '@almanac/engine';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { catalogue, invalidFields, notFound, refuse } from '#platform/http/problem.ts';
import { isForecast, supportsIncremental } from '../core/models/blueprint.rules.ts';
import { getBlueprintOrThrow, getModelOrThrow } from '../core/models/get-model.ts';
import { blueprintStore, modelStore } from '../core/models/model.store.ts';
import type { BlueprintRow } from '../core/models/model.tables.ts';
import { getProjectOrThrow } from '../core/project/get-project.ts';
import { readReport } from '../engine/project-files.ts';
import type { Blueprint, Capabilities, Chart, Docs, FoldScores, FoldScoresQuery } from './model.schema.ts';

const FactProblems = catalogue({
  notCrossValidated: notFound(
    'projects.not_cross_validated',
    (id: string) =>
      `Model ${id} has not been cross-validated. POST models/${id}/crossValidation/ evaluates it on all folds.`,
  ),
});

export const getModelChart = async (ctx: Ctx, projectId: string, modelId: string) =>
  chartOf((await getModelOrThrow(ctx, projectId, modelId)).row.processes);

/** A blend is described by its members' blueprints. */
export async function getModelDocs(ctx: Ctx, projectId: string, modelId: string) {
  const { row } = await getModelOrThrow(ctx, projectId, modelId);
  const members = row.member_ids === null ? [row] : await modelStore(ctx.db.queries).byIds(projectId, row.member_ids);
  const blueprints = [...new Set(members.map(({ blueprint_id }) => blueprint_id))];
  const docs = await Promise.all(blueprints.map((id) => getDocs(ctx, projectId, id)));
  return docs.flat();
}

export async function getCapabilities(ctx: Ctx, projectId: string, modelId: string): Promise<Capabilities> {
  const { row } = await getModelOrThrow(ctx, projectId, modelId);
  const blueprint = await blueprintStore(ctx.db.queries).byId(projectId, row.blueprint_id);
  const alone = row.category === 'model' ? blueprint?.recipe : undefined;
  const estimator = alone === undefined || isForecast(alone) ? undefined : alone.estimator;
  const linear = LINEAR.includes(estimator ?? '');
  const report = linear ? await readReport(ctx, projectId, modelId) : null;
  return {
    supportsBlending: row.category === 'model' && row.parent_model_id === null,
    supportsMonotonicConstraints: false,
    hasWordCloud: (report?.words.length ?? 0) > 0,
    eligibleForPrime: false,
    hasParameters: linear,
    supportsCodeGeneration: false,
    supportsShap: row.artifact?.kind !== 'forecaster',
    supportsEarlyStopping: false,
    supportsIncrementalLearning:
      row.category === 'model' && blueprint !== undefined && supportsIncremental(blueprint.recipe),
  };
}

const LINEAR: readonly string[] = ['elastic-net', 'ridge', 'logistic', 'glm'];

const FOLD = /^fold_(\d+)$/;

/** Scores of every fold, by metric; folds are called 0.0, 1.0, ... */
export async function getFoldScores(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  { partition, metric }: z.output<typeof FoldScoresQuery>,
): Promise<z.infer<typeof FoldScores>> {
  const { row } = await getModelOrThrow(ctx, projectId, modelId);
  const parts = (await modelStore(ctx.db.queries).parts([modelId])).flatMap(({ part, scores }) => {
    const fold = FOLD.exec(part)?.[1];
    return fold === undefined ? [] : [{ fold: Number(fold), scores }];
  });
  if (parts.length < 2) refuse(FactProblems.notCrossValidated, modelId);
  const known = Object.keys(row.metrics);
  if (metric !== undefined && !known.includes(metric))
    throw invalidFields({ metric: `The model has no scores of ${metric}. It has: ${known.join(', ')}` });
  const chosen = parts.filter(({ fold }) => partition === undefined || fold === Number(partition));
  if (chosen.length === 0)
    throw invalidFields({ partition: `The project has folds 0 to ${parts.length - 1}, got ${partition}` });
  const folds = chosen.sort((a, b) => a.fold - b.fold);
  const scoresOf = (name: string) =>
    Object.fromEntries(folds.map(({ fold, scores }) => [`${fold}.0`, scores[name] ?? null]));
  const names = metric === undefined ? known : [metric];
  return { cvScores: Object.fromEntries(names.map((name) => [name, scoresOf(name)])) };
}

const toBlueprint = (row: BlueprintRow): z.infer<typeof Blueprint> => ({
  id: row.id,
  projectId: row.project_id,
  modelType: row.model_type,
  processes: row.processes,
  blueprintCategory: 'Almanac',
  monotonicIncreasingFeaturelistId: null,
  monotonicDecreasingFeaturelistId: null,
  supportsMonotonicConstraints: false,
  recommendedFeaturelistId: null,
  supportsComposableMl: false,
  supportsIncrementalLearning: supportsIncremental(row.recipe),
});

export async function listBlueprints(ctx: Ctx, projectId: string) {
  await getProjectOrThrow(ctx, projectId, 'read');
  return (await blueprintStore(ctx.db.queries).list(projectId)).map(toBlueprint);
}

export async function getBlueprint(ctx: Ctx, projectId: string, id: string) {
  return toBlueprint(await getBlueprintOrThrow(ctx, projectId, id));
}

/** The steps in a row, from the data to the prediction. */
function chartOf(processes: readonly string[]): z.infer<typeof Chart> {
  const labels = ['Data', ...processes, 'Prediction'];
  const nodes = labels.map((label, i) => ({ id: String(i), label }));
  return { nodes, edges: nodes.slice(1).map(({ id }, i): [string, string] => [String(i), id]) };
}

export async function getChart(ctx: Ctx, projectId: string, id: string) {
  return chartOf((await getBlueprintOrThrow(ctx, projectId, id)).processes);
}

export async function getDocs(ctx: Ctx, projectId: string, id: string): Promise<z.infer<typeof Docs>> {
  const { recipe, model_type, processes } = await getBlueprintOrThrow(ctx, projectId, id);
  const params = isForecast(recipe) ? recipe : { ...recipe.params };
  const parameters = Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'object' || ['id', 'title', 'family', 'kind'].includes(name)
      ? []
      : [{ name, type: typeof value, description: String(value) }],
  );
  const title = isForecast(recipe) ? model_type : estimatorNamed(recipe.estimator).title;
  return [{ title, task: model_type, description: processes.join('; '), parameters, links: [], references: [] }];
}

export async function getJson(ctx: Ctx, projectId: string, id: string) {
  const { recipe } = await getBlueprintOrThrow(ctx, projectId, id);
  return { blueprint: recipe as unknown as Record<string, unknown> };
}
