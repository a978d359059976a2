import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { partNames } from '../../core/partitioning/plan.ts';
import { isoTime } from '../../core/partitioning/training-data.ts';
import { requestInsight } from '../insight-requests.ts';
import { getUsableModelOrThrow, InsightProblems, type ScoredModel } from '../model-parts.ts';
import { durbinWatson, type PlotBin } from './plot.rules.ts';
import type {
  AccuracyMetadataQuery,
  AccuracyPreviewQuery,
  AccuracyQuery,
  ForecastPreviewQuery,
  ForecastQuery,
  TrendRequest,
} from './plot.schema.ts';
import {
  binsFor,
  eventsIn,
  getTimedModelOrThrow,
  requirePart,
  resolutionsOf,
  seriesNumber,
  stretchOf,
  type TimedModel,
  timedRows,
  validationOf,
} from './plot-window.ts';
import { trendPlotsStep } from './trend-plots.step.ts';

const PREVIEW_BINS = 100;

export async function requestTrendPlots(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  body: z.output<typeof TrendRequest>,
): Promise<Reply> {
  await getUsableModelOrThrow(ctx, projectId, modelId);
  const timed = await getTimedModelOrThrow(ctx, projectId, modelId);
  if (body.source === 'training') {
    throw invalidFields({ source: 'Models are plotted over data they did not learn from. Ask for validation' });
  }
  requireDistances(timed, body.forecastDistanceStart, body.forecastDistanceEnd);
  const part = requirePart(timed, body.backtest ?? 0);
  return requestInsight(ctx, timed, trendPlotsStep, { modelId, part }, `The plots of ${part}`);
}

/** The distances between two of them, both included. */
function requireDistances(
  { plan }: ScoredModel,
  start: number | null | undefined,
  end: number | null | undefined,
): number[] {
  if (plan.kind !== 'series') {
    if (start == null && end == null) return [];
    throw invalidFields({ forecastDistanceStart: 'The project is no time series project. Leave it out' });
  }
  const { first, last } = plan.windows;
  const [from, to] = [start ?? first, end ?? last];
  if (from < first || to > last || from > to) {
    throw invalidFields({
      forecastDistanceStart: `Distances from ${from} to ${to} are not in the forecast window, which is ${first} to ${last}`,
    });
  }
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

async function accuracyBins(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  query: z.output<typeof AccuracyPreviewQuery> & Partial<AccuracyQuery>,
) {
  const timed = await getTimedModelOrThrow(ctx, projectId, modelId);
  const { forecastDistance: distance } = query;
  const distances = distance === undefined ? [] : requireDistances(timed, distance, distance);
  return { timed, ...(await binsOf(ctx, timed, query, distances, distances.length > 0)) };
}

async function binsOf(
  ctx: Ctx,
  timed: TimedModel,
  query: z.output<typeof ForecastPreviewQuery> & Partial<AccuracyQuery>,
  distances: readonly number[],
  everyMoment: boolean,
) {
  const part = requirePart(timed, query.backtest);
  const rows = await timedRows(ctx, timed, part, everyMoment);
  const series = await seriesNumber(ctx, timed, query.seriesId);
  const stretch = stretchOf(timed, rows, query, query.maxBinSize ?? PREVIEW_BINS);
  return { stretch, bins: await binsFor(ctx, { rows, series, distances, ...stretch }) };
}

export async function readAccuracy(ctx: Ctx, projectId: string, modelId: string, query: AccuracyQuery) {
  const { timed, stretch, bins } = await accuracyBins(ctx, projectId, modelId, query);
  return {
    ...endsOf(bins),
    resolution: stretch.resolution,
    bins: bins.map((bin) => ({ ...accuracyBin(bin), frequency: bin.frequency })),
    statistics: { durbinWatson: durbinWatson(bins) },
    calendarEvents: await eventsIn(ctx, timed, stretch, query.seriesId),
  };
}

export async function readPreview(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  query: z.output<typeof AccuracyPreviewQuery> | z.output<typeof ForecastPreviewQuery>,
) {
  const { bins } = await accuracyBins(ctx, projectId, modelId, query);
  return { ...endsOf(bins), bins: bins.map(accuracyBin) };
}

export async function readForecasts(ctx: Ctx, projectId: string, modelId: string, query: ForecastQuery) {
  const timed = await getTimedModelOrThrow(ctx, projectId, modelId);
  requireSeriesPlan(timed);
  const distances = requireDistances(timed, query.forecastDistanceStart, query.forecastDistanceEnd);
  const { stretch, bins } = await binsOf(ctx, timed, query, distances, true);
  const worst = Math.max(0, ...bins.map(({ error }) => error ?? 0));
  return {
    ...endsOf(bins),
    resolution: stretch.resolution,
    forecastDistances: distances,
    bins: bins.map(({ start, end, actual, error, forecasts, frequency }) => ({
      startDate: isoTime(start),
      endDate: isoTime(end),
      actual,
      error,
      normalizedError: error === null ? null : worst > 0 ? error / worst : 0,
      forecasts,
      frequency,
    })),
    calendarEvents: await eventsIn(ctx, timed, stretch, query.seriesId),
  };
}

function requireSeriesPlan({ plan }: ScoredModel): void {
  if (plan.kind !== 'series') {
    refuse(InsightProblems.notForTask, 'Forecast vs actual', 'time series', 'partitioned by date only');
  }
}

const accuracyBin = ({ start, end, actual, predicted }: PlotBin) => ({
  startDate: isoTime(start),
  endDate: isoTime(end),
  actual,
  predicted,
});

const endsOf = (bins: readonly { readonly start: number; readonly end: number }[]) => ({
  startDate: isoTime(bins[0]?.start ?? 0),
  endDate: isoTime(bins.at(-1)?.end ?? 0),
});

type Status = 'completed' | 'notCompleted' | 'notSupported' | 'insufficientData';
const NEVER = { startDate: null, endDate: null };

/** Training data is not plotted, nor a locked holdout. */
function statusOf({ plan, project, parts, computed }: TimedModel, part: string, everyMoment: boolean): Status {
  const { evaluated, holdout } = partNames(plan);
  if (part === 'holdout' ? !(holdout && project.holdout_unlocked) : !evaluated.includes(part)) return 'notSupported';
  const stored = parts.find((one) => one.part === part);
  if (stored === undefined) return 'insufficientData';
  if (plan.kind === 'series' && !everyMoment) return 'completed';
  return computed.some(({ source }) => source === part) ? 'completed' : 'notCompleted';
}

function metadataOf<T>(timed: TimedModel, show: (status: Status) => T, everyMoment: boolean) {
  const { evaluated } = partNames(timed.plan);
  const statuses = (part: string) => ({
    training: show('notSupported'),
    validation: show(statusOf(timed, part, everyMoment)),
  });
  const stretches = (part: string) => ({
    training: NEVER,
    validation: statusOf(timed, part, everyMoment) === 'completed' ? validationOf(timed, part) : NEVER,
  });
  return {
    resolutions: resolutionsOf(timed),
    backtestMetadata: evaluated.map(stretches),
    holdoutMetadata: stretches('holdout'),
    backtestStatuses: evaluated.map(statuses),
    holdoutStatuses: statuses('holdout'),
  };
}

export async function accuracyMetadata(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  { forecastDistance: distance }: z.output<typeof AccuracyMetadataQuery>,
) {
  const timed = await getTimedModelOrThrow(ctx, projectId, modelId);
  if (distance !== undefined) requireDistances(timed, distance, distance);
  const everyMoment = distance !== undefined;
  return { forecastDistance: distance ?? null, ...metadataOf(timed, (status) => status, everyMoment) };
}

export async function forecastMetadata(ctx: Ctx, projectId: string, modelId: string) {
  const timed = await getTimedModelOrThrow(ctx, projectId, modelId);
  requireSeriesPlan(timed);
  const distances = requireDistances(timed, null, null);
  return metadataOf(timed, (status) => ({ [status]: distances }), true);
}
