import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { ModelProblems } from '../../core/models/model.problems.ts';
import { isDated, partNames } from '../../core/partitioning/plan.ts';
import { multiseriesStore } from '../../data/multiseries/multiseries.store.ts';
import { readSeriesPredictions } from '../../engine/predictions-file.ts';
import { readBytes } from '../../engine/project-blobs.ts';
import { type Backtest, partOf } from '../backtest.schema.ts';
import { InsightProblems } from '../insight.problems.ts';
import { insightStore } from '../insight.store.ts';
import type { InsightRow } from '../insight.tables.ts';
import { getScoredModelOrThrow, type ScoredModel } from '../model-parts.ts';
import type { TimedRows } from './plot.rules.ts';
import { plotsOverTime } from './trend-plots.step.ts';

/** A model of a project with dates, with the plots that were computed of it. */
export interface TimedModel extends ScoredModel {
  readonly computed: readonly InsightRow[];
}

export async function getTimedModelOrThrow(ctx: Ctx, projectId: string, modelId: string): Promise<TimedModel> {
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  if (!isDated(scored.plan)) refuse(ModelProblems.notDated);
  if (!plotsOverTime(scored.plan)) {
    refuse(InsightProblems.notForTask, 'A plot over time', 'regression or binary', 'multiclass');
  }
  const computed = await insightStore(ctx.db.queries).ofModel(projectId, modelId, 'trendPlots');
  return { ...scored, computed };
}

/** The name of the part, when it is there and may be seen. */
export function requirePart({ plan, project, parts }: ScoredModel, backtest: Backtest): string {
  const { judged, holdout } = partNames(plan);
  const part = partOf(backtest);
  const known = holdout ? [...judged, 'holdout'] : judged;
  if (!known.includes(part)) {
    throw invalidFields({
      backtest: `There is no backtest ${backtest}; they are numbered 0 to ${judged.length - 1}${holdout ? ', or holdout' : ''}`,
    });
  }
  if (part === 'holdout' && !project.holdout_unlocked) refuse(InsightProblems.holdoutLocked);
  if (!parts.some((one) => one.part === part)) refuse(InsightProblems.notScored, part);
  return part;
}

/** Forecasts of a part: those its score is from, or those from every moment, which distances are told apart by. */
export async function timedRows(ctx: Ctx, timed: TimedModel, part: string, everyMoment: boolean): Promise<TimedRows> {
  const { plan, parts, computed, model, project } = timed;
  const dense = computed.find(({ source }) => source === part)?.rows_key;
  const own = parts.find((one) => one.part === part)?.predictions_key;
  const key = plan.kind === 'table' || everyMoment ? dense : own;
  if (key) return readSeriesPredictions(await readBytes(ctx, key));
  return refuse(
    InsightProblems.notComputed,
    `the plot of ${part}`,
    `/api/v2/projects/${project.id}/datetimeModels/${model.id}/datetimeTrendPlots/ to compute it`,
  );
}

/** Number of a series by its name; null for the mean of all. */
export async function seriesNumber(
  ctx: Ctx,
  { project, plan }: ScoredModel,
  name: string | undefined,
): Promise<number | null> {
  if (name === undefined) return null;
  const multiseries = plan.kind === 'series' && plan.panel.idColumns.length > 0;
  const number = multiseries ? (await multiseriesStore(ctx.db.queries).seriesByNumber(project.id)).indexOf(name) : -1;
  if (number >= 0) return number;
  const hint = multiseries ? `GET projects/${project.id}/multiseriesNames/ lists them` : 'The project has no series';
  throw invalidFields({ seriesId: `There is no series ${JSON.stringify(name)}. ${hint}` });
}
