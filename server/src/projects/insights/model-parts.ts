import type { Ctx, Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { getModelOrThrow } from '../core/models/get-model.ts';
import { modelStore } from '../core/models/model.store.ts';
import type { ModelPartRow, ModelRow } from '../core/models/model.tables.ts';
import type { ProjectPlan } from '../core/partitioning/plan.ts';
import type { ProjectRow } from '../core/project/project.tables.ts';
import { InsightProblems } from './insight.problems.ts';
import { type Source, sourceNamed, sourcesOf } from './sources.rules.ts';

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

/** A model that was learned again on all data is judged by its parent, but not on the holdout it has seen. */
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
    return refuse(
      InsightProblems.noSuchSource,
      name,
      sourcesOf(scored.plan).map((one) => one.name),
    );
  }
  if (isLocked(scored, source)) refuse(InsightProblems.holdoutLocked);
  return isScored(scored, source) ? source : refuse(InsightProblems.notScored, source.name);
}
