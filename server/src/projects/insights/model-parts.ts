import type { Ctx, Platform } from '#platform/context.ts';
import { catalogue, forbidden, notFound, refuse, unprocessable } from '#platform/http/problem.ts';
import { getModelOrThrow } from '../core/models/get-model.ts';
import { modelStore } from '../core/models/model.store.ts';
import type { ModelPartRow, ModelRow } from '../core/models/model.tables.ts';
import { isDated, type ProjectPlan, partNames } from '../core/partitioning/plan.ts';
import { getModelingProjectOrThrow } from '../core/project/get-project.ts';
import type { ProjectRow } from '../core/project/project.store.ts';
import { type ModelFiles, readModelFiles } from '../engine/project-files.ts';

export const InsightProblems = catalogue({
  noSuchSource: unprocessable(
    'insights.no_such_source',
    (name: string, known: readonly string[]) =>
      `The project has no data called ${name}. Ask for one of ${known.join(', ')}.`,
  ),
  holdoutLocked: forbidden(
    'insights.holdout_locked',
    () => 'The holdout is locked. PATCH the project with holdoutUnlocked=true to see how models do on it.',
  ),
  notScored: notFound(
    'insights.not_scored',
    (source: string) => `The model was not scored on ${source}. Score it there first, or ask for another.`,
  ),
  notForTask: unprocessable(
    'insights.not_for_task',
    (what: string, fits: string, is: string) => `${what} is for ${fits} projects, and this one is ${is}.`,
  ),
  noSuchInsight: unprocessable(
    'insights.no_such_insight',
    (name: string, known: readonly string[]) => `There is no insight ${name}. Ask for one of ${known.join(', ')}.`,
  ),
  notComputed: notFound(
    'insights.not_computed',
    (what: string, path: string) =>
      `No data found for the model: ${what} was not computed yet. POST /api/v2/projects/${path} to compute it.`,
  ),
  noShapMatrix: notFound(
    'insights.not_computed',
    (source: string) => `There is no SHAP matrix of ${source} yet. POST /api/v2/insights/shapMatrix/ to compute it.`,
  ),
  /** Clients compare this sentence, and then ask for the effects to be computed. */
  noClassEffects: notFound('insights.no_class_effects', () => 'No data found for the model.'),
  noDatedClassEffects: notFound(
    'insights.no_class_effects',
    () => 'No data found for model in this backtest. POST multiclassFeatureEffects/ to compute it.',
  ),
  noSuchRows: notFound(
    'insights.no_such_rows',
    (what: string, id: string, where: string) => `The project has no ${what} ${id}. GET ${where} lists them.`,
  ),
  notReady: unprocessable(
    'insights.model_not_ready',
    (id: string) => `Model ${id} has no file to ask yet. Wait until its training has ended.`,
  ),
});

/** A model of the leaderboard with the parts of the past it was scored on. */
export interface ScoredModel {
  readonly project: ProjectRow;
  readonly plan: ProjectPlan;
  readonly model: ModelRow;
  readonly parts: readonly ModelPartRow[];
}

export async function getScoredModelOrThrow(ctx: Ctx, projectId: string, modelId: string): Promise<ScoredModel> {
  const { project, row: model } = await getModelOrThrow(ctx, projectId, modelId);
  if (project.plan === null) throw new Error(`Project ${projectId} has models but no plan.`);
  return { project, plan: project.plan, model, parts: await scoredParts(ctx, model) };
}

/** A scored model that can predict, of a project the caller may use. */
export async function getUsableModelOrThrow(ctx: Ctx, projectId: string, modelId: string): Promise<ScoredModel> {
  await getModelingProjectOrThrow(ctx, projectId, 'use');
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  return scored.model.artifact ? scored : refuse(InsightProblems.notReady, modelId);
}

/** A model retrained on all data shows its parent's results, without the holdout it was trained on. */
export async function scoredParts({ db }: Pick<Platform, 'db'>, model: ModelRow): Promise<readonly ModelPartRow[]> {
  const models = modelStore(db.queries);
  const own = await models.parts([model.id]);
  if (own.length > 0 || model.parent_model_id === null) return own;
  return (await models.parts([model.parent_model_id])).filter(({ part }) => part !== 'holdout');
}

const isScored = ({ parts }: ScoredModel, source: Source): boolean =>
  source.parts.length > 0 && source.parts.every((name) => parts.some((one) => one.part === name && one.rows > 0));

const isLocked = ({ project }: ScoredModel, source: Source): boolean =>
  source.parts.includes('holdout') && !project.holdout_unlocked;

/** What may be shown now: a locked holdout is left out. */
export const shownSources = (scored: ScoredModel): Source[] =>
  sourcesOf(scored.plan).filter((source) => isScored(scored, source) && !isLocked(scored, source));

export function requireSource(scored: ScoredModel, name: string): Source {
  const source = sourceNamed(scored.plan, name);
  if (source === undefined) {
    const known = sourcesOf(scored.plan).map((one) => one.name);
    return refuse(InsightProblems.noSuchSource, name, known);
  }
  if (isLocked(scored, source)) refuse(InsightProblems.holdoutLocked);
  return isScored(scored, source) ? source : refuse(InsightProblems.notScored, source.name);
}

/** A part of the data as clients name it, and the parts of the plan that it is. */
export interface Source {
  readonly name: string;
  readonly parts: readonly string[];
}

/**
 * All sources of a plan. `validation` is the first fold or the newest backtest, which clients also know as backtest 1:
 * they count from one here, the parts of a plan from zero.
 */
export function sourcesOf(plan: ProjectPlan): Source[] {
  const { evaluated, holdout } = partNames(plan);
  const sources: Source[] = [{ name: 'validation', parts: evaluated.slice(0, 1) }];
  if (isDated(plan)) {
    evaluated.slice(1).forEach((part, i) => {
      sources.push({ name: `backtest_${i + 2}`, parts: [part] });
    });
    if (evaluated.length > 1) sources.push({ name: 'allBacktests', parts: evaluated });
  } else if (evaluated.length > 1) sources.push({ name: 'crossValidation', parts: evaluated });
  if (holdout) sources.push({ name: 'holdout', parts: ['holdout'] });
  return sources;
}

const ALIASES: Readonly<Record<string, string>> = { backtest_1: 'validation' };

export const sourceNamed = (plan: ProjectPlan, name: string): Source | undefined =>
  sourcesOf(plan).find((source) => source.name === (ALIASES[name] ?? name));

export async function readyModel(platform: Platform, projectId: string, modelId: string): Promise<ModelRow> {
  const model = await modelStore(platform.db.queries).byId(projectId, modelId);
  return model?.artifact ? model : refuse(InsightProblems.notReady, modelId);
}

export const modelFiles = async (platform: Platform, { id, artifact }: ModelRow): Promise<ModelFiles> =>
  artifact === null ? refuse(InsightProblems.notReady, id) : readModelFiles(platform, id, artifact);
