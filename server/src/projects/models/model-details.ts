import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { catalogue, invalidFields, refuse } from '#platform/http/problem.ts';
import { supportsIncremental } from '../core/models/blueprint.rules.ts';
import { getModelOrThrow } from '../core/models/get-model.ts';
import { blueprintStore, modelStore } from '../core/models/model.store.ts';
import { chartOf, getDocs } from './blueprints.ts';
import type { Capabilities, FoldScores, FoldScoresQuery } from './model.schema.ts';

const FactProblems = catalogue({
  notCrossValidated: {
    status: 404,
    code: 'projects.not_cross_validated',
    message: (id: string) =>
      `Model ${id} has not been cross-validated. POST models/${id}/crossValidation/ evaluates it on all folds.`,
  },
});

/** The steps of a model, from the data to the prediction. */
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
  return {
    supportsBlending: row.category === 'model' && row.parent_model_id === null,
    supportsMonotonicConstraints: false,
    hasWordCloud: false,
    eligibleForPrime: false,
    hasParameters: false,
    supportsCodeGeneration: false,
    supportsShap: false,
    supportsEarlyStopping: false,
    supportsIncrementalLearning:
      row.category === 'model' && blueprint !== undefined && supportsIncremental(blueprint.recipe),
  };
}

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
