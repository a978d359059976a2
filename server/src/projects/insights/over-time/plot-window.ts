import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { ModelProblems } from '../../core/models/get-model.ts';
import { isDated, partNames } from '../../core/partitioning/plan.ts';
import { isoTime, spansOf } from '../../core/partitioning/training-data.ts';
import { multiseriesStore } from '../../data/multiseries/multiseries.store.ts';
import { extent } from '../../engine/arrays.ts';
import { AT_ONCE, onThread } from '../../engine/engine-pool.ts';
import { readSeriesPredictions } from '../../engine/part-predictions.ts';
import { loadEvents, readBytes } from '../../engine/project-files.ts';
import { type Backtest, partOf } from '../insight.schema.ts';
import { type InsightRow, insightStore } from '../insight.store.ts';
import { getScoredModelOrThrow, InsightProblems, type ScoredModel } from '../model-parts.ts';
import {
  countBins,
  finestFor,
  type PlotBin,
  type PlotQuestion,
  plotBins,
  type Resolution,
  resolutionsFor,
  type TimedRows,
} from './plot.rules.ts';
import type { AccuracyQuery } from './plot.schema.ts';
import { plotsOverTime } from './trend-plots.step.ts';

type ModelOptions = Partial<Pick<AccuracyQuery, 'resolution' | 'maxBinSize' | 'startDate' | 'endDate' | 'source'>>;
type Stretch = Pick<PlotQuestion, 'from' | 'to' | 'resolution'>;

export const resolutionsOf = ({ plan }: ScoredModel): Resolution[] =>
  resolutionsFor(plan.kind === 'series' ? plan.grid.unit : undefined);

/** From the first forecast to just after the last one, or the requested part of it. */
export function stretchOf(scored: ScoredModel, rows: TimedRows, asked: ModelOptions, most: number): Stretch {
  if (asked.source === 'training') refuse(InsightProblems.notScored, 'training data');
  if (rows.time.length === 0) return refuse(InsightProblems.notScored, 'this part of the data');
  const [first, last] = extent(rows.time);
  const from = Math.max(first, asked.startDate === undefined ? first : Date.parse(asked.startDate));
  const to = Math.min(last + 1, asked.endDate === undefined ? last + 1 : Date.parse(asked.endDate));
  if (from >= to) {
    throw invalidFields({
      endDate: `Nothing was forecast there: forecasts are from ${isoTime(first)} to ${isoTime(last)}`,
    });
  }
  const choices = resolutionsOf(scored);
  const resolution = asked.resolution ?? finestFor(from, to, choices, most);
  if (!choices.includes(resolution)) {
    throw invalidFields({ resolution: `${resolution} is finer than the data. Ask for one of ${choices.join(', ')}` });
  }
  if (countBins(from, to, resolution, most) > most) {
    throw invalidFields({
      resolution: `${resolution} would be more than ${most} bins. Ask for a coarser one or less time`,
    });
  }
  return { from, to, resolution };
}

/** Many rows are counted on a thread. */
export const binsFor = async ({ gone }: Ctx, question: PlotQuestion): Promise<PlotBin[]> =>
  question.rows.time.length <= AT_ONCE
    ? plotBins(question)
    : onThread((thread) => thread.ask('plotBins', question), gone);

/** Of the project's calendar: those of all series, and of the one that is shown. */
export async function eventsIn(ctx: Ctx, { plan }: ScoredModel, { from, to }: Stretch, series: string | undefined) {
  if (plan.kind !== 'series') return [];
  const events = await loadEvents(ctx, plan.eventsKey);
  return events
    .filter((event) => event.time >= from && event.time < to && (event.series === undefined || event.series === series))
    .map((event) => ({ name: event.name, date: isoTime(event.time), seriesId: event.series ?? null }));
}

const NEVER = { startDate: null, endDate: null };

/** When the validation of a part is; known before anything was computed. */
export function validationOf(
  { plan }: ScoredModel,
  part: string,
): { startDate: string | null; endDate: string | null } {
  if (plan.kind === 'series' && plan.grid.unit === 'ROW') return NEVER;
  const span = spansOf(plan).find(({ name }) => name === part);
  return span === undefined ? NEVER : { startDate: isoTime(span.from), endDate: isoTime(span.to) };
}

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
  const { evaluated, holdout } = partNames(plan);
  const part = partOf(backtest);
  const known = holdout ? [...evaluated, 'holdout'] : evaluated;
  if (!known.includes(part)) {
    throw invalidFields({
      backtest: `There is no backtest ${backtest}; they are numbered 0 to ${evaluated.length - 1}${holdout ? ', or holdout' : ''}`,
    });
  }
  if (part === 'holdout' && !project.holdout_unlocked) refuse(InsightProblems.holdoutLocked);
  if (!parts.some((one) => one.part === part)) refuse(InsightProblems.notScored, part);
  return part;
}

/** Forecasts of a part: those it was scored on, or those from every forecast point, for plots by distance. */
export async function timedRows(ctx: Ctx, timed: TimedModel, part: string, everyMoment: boolean): Promise<TimedRows> {
  const { plan, parts, computed, model, project } = timed;
  const dense = computed.find(({ source }) => source === part)?.rows_key;
  const own = parts.find((one) => one.part === part)?.predictions_key;
  const key = plan.kind === 'table' || everyMoment ? dense : own;
  if (key) return readSeriesPredictions(await readBytes(ctx, key));
  const path = `${project.id}/datetimeModels/${model.id}/datetimeTrendPlots/`;
  return refuse(InsightProblems.notComputed, `the plot of ${part}`, path);
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
