import { duration, EngineProblem } from '@almanac/engine';
import type { z } from 'zod';
import type { FieldErrors } from '#platform/http/problem.ts';
import type { ModelRow } from '../../core/models/model.tables.ts';
import { isDated, type ProjectPlan, type TablePlan } from '../../core/partitioning/plan.ts';
import {
  isoTime,
  type SharedParts,
  sharedParts,
  spansOf,
  type TrainingShare,
} from '../../core/partitioning/training-data.ts';
import type { RetrainDatetimeModel, TrainModel } from './training-request.schema.ts';

export type TrainingDataRequest = Partial<
  Omit<z.output<typeof RetrainDatetimeModel>, 'modelId'> & Pick<TrainModel, 'samplePct'>
>;

type ResolvedTrainingData =
  | { readonly errors: FieldErrors }
  /** Null: everything before validation, as always. */
  | { readonly share: TrainingShare | null; readonly parts: SharedParts | null };

const LEAST_ROWS = 10;
const USUAL: ResolvedTrainingData = { share: null, parts: null };

export function resolveTrainingData(plan: ProjectPlan, request: TrainingDataRequest): ResolvedTrainingData {
  const made = isDated(plan) ? datedShare(plan, request) : sampleShare(plan as TablePlan, request);
  if (made === null) return USUAL;
  if ('errors' in made) return made;
  const parts = sharedParts(plan, made);
  const tooMuch = made.kind === 'window' || made.kind === 'rows' ? !parts.evaluated.includes('backtest_0') : false;
  return tooMuch ? { errors: tooLong(plan, made) } : { share: made, parts };
}

type Made = TrainingShare | { readonly errors: FieldErrors } | null;

const wrong = (name: keyof TrainingDataRequest, message: string) => ({ errors: { [name]: message } });

function sampleShare(plan: TablePlan, request: TrainingDataRequest): Made {
  const { samplePct, trainingRowCount } = request;
  const stray = (
    ['trainingDuration', 'trainingStartDate', 'trainingEndDate', 'timeWindowSamplePct', 'samplingMethod'] as const
  ).find((name) => (request[name] ?? null) !== null);
  if (stray !== undefined)
    return wrong(stray, `${stray} needs a project partitioned by date. Send samplePct or trainingRowCount`);
  if ((samplePct ?? null) !== null && (trainingRowCount ?? null) !== null)
    return wrong('trainingRowCount', 'Send samplePct or trainingRowCount, not both');
  const rows = trainingRowCount ?? (samplePct ? Math.round((plan.totalRows * samplePct) / 100) : null);
  if (rows === null) return null;
  const name = (trainingRowCount ?? null) === null ? 'samplePct' : 'trainingRowCount';
  if (rows > plan.totalRows) return wrong(name, `The project has ${plan.totalRows} rows; ${rows} are too many`);
  if (rows < LEAST_ROWS)
    return wrong(name, `That makes ${rows} of ${plan.totalRows} rows; models learn from ${LEAST_ROWS} or more`);
  // Folds differ by a row: who asks for the usual share by its rounded percentage gets exactly that.
  const usual = plan.rowCounts.fold_0?.training ?? 0;
  return Math.abs(rows - usual) <= (name === 'samplePct' ? Math.max(1, plan.totalRows / 1000) : 0)
    ? null
    : { kind: 'sample', rows, ...(name === 'samplePct' && samplePct ? { percent: samplePct } : {}) };
}

function datedShare(plan: ProjectPlan, request: TrainingDataRequest): Made {
  const { trainingRowCount: rows, trainingDuration, trainingStartDate: start, trainingEndDate: end } = request;
  const { timeWindowSamplePct: pct, samplingMethod: sampling } = request;
  if ((request.samplePct ?? null) !== null)
    return wrong(
      'samplePct',
      'The project is partitioned by date. Send trainingDuration or trainingRowCount to datetimeModels/',
    );
  const said = [rows, trainingDuration, start ?? end, request.useProjectSettings || null].filter(
    (one) => (one ?? null) !== null,
  );
  if (said.length > 1) {
    const name = trainingDuration ? 'trainingDuration' : 'trainingRowCount';
    return wrong(
      name,
      'Send one of trainingRowCount, trainingDuration, trainingStartDate with trainingEndDate, useProjectSettings',
    );
  }
  const window = trainingDuration ?? start ?? end ?? null;
  if ((pct ?? null) !== null && window === null)
    return wrong(
      'timeWindowSamplePct',
      'timeWindowSamplePct needs trainingDuration, or trainingStartDate and trainingEndDate',
    );
  if ((pct ?? null) !== null && plan.kind === 'series')
    return wrong('timeWindowSamplePct', 'A time series without some of its rows is another series. Leave it out');
  if (sampling && (pct ?? rows ?? null) === null)
    return wrong('samplingMethod', 'samplingMethod needs trainingRowCount or timeWindowSamplePct');
  if (sampling === 'random' && plan.kind === 'series')
    return wrong('samplingMethod', 'Time series are learned from their newest rows. Send latest or leave it out');
  const sample = pct ? { samplePct: pct, sampling: sampling ?? ('random' as const) } : {};
  if (rows) {
    return rows < LEAST_ROWS
      ? wrong('trainingRowCount', `Models learn from ${LEAST_ROWS} or more rows, not from ${rows}`)
      : { kind: 'rows', rows, sampling: sampling ?? 'latest' };
  }
  if (trainingDuration) return windowShare(trainingDuration, sample);
  return start || end ? datesShare(plan, start ?? null, end ?? null, sample) : null;
}

type Sample = { readonly samplePct?: number; readonly sampling?: 'random' | 'latest' };

function windowShare(text: string, sample: Sample): Made {
  try {
    const { months, milliseconds } = duration(text);
    if (months + milliseconds > 0) return { kind: 'window', duration: text, ...sample };
    return wrong('trainingDuration', `${text} is no time at all`);
  } catch (error) {
    if (error instanceof EngineProblem) return wrong('trainingDuration', error.message);
    throw error;
  }
}

/** Times without a zone are UTC, as everywhere. */
const moment = (text: string): number =>
  Date.parse(text.includes('T') && !/[zZ]$|[+-]\d\d:?\d\d$/.test(text) ? `${text}Z` : text);

function datesShare(plan: ProjectPlan, start: string | null, end: string | null, sample: Sample): Made {
  if (start === null || end === null)
    return wrong(
      start === null ? 'trainingStartDate' : 'trainingEndDate',
      'Send trainingStartDate and trainingEndDate together',
    );
  const [from, to] = [moment(start), moment(end)];
  if (Number.isNaN(from)) return wrong('trainingStartDate', `${start} is not a time like 2026-01-31T00:00:00Z`);
  if (Number.isNaN(to)) return wrong('trainingEndDate', `${end} is not a time like 2026-01-31T00:00:00Z`);
  if (to <= from) return wrong('trainingEndDate', `trainingEndDate ${end} is not after trainingStartDate ${start}`);
  const spans = spansOf(plan);
  const first = Math.min(...spans.map(({ trainStart }) => trainStart));
  const last = Math.max(...spans.map(({ to: until }) => until));
  if (from >= last || to <= first)
    return wrong(
      'trainingStartDate',
      `The data reach from ${isoTime(first)} to ${isoTime(last)}; the dates lie outside`,
    );
  return { kind: 'dates', from: Math.max(from, first), to: Math.min(to, last), ...sample };
}

function tooLong(plan: ProjectPlan, share: TrainingShare): FieldErrors {
  const newest = spansOf(plan).find(({ name }) => name === 'backtest_0');
  if (share.kind === 'rows') {
    return {
      trainingRowCount: `There are ${plan.rowCounts.backtest_0?.training ?? 0} rows before validation; ${share.rows} are too many`,
    };
  }
  const reach = newest === undefined ? '' : ` (${isoTime(newest.trainStart)} to ${isoTime(newest.trainEnd)})`;
  return { trainingDuration: `There is less than that before validation${reach}. Send a shorter duration` };
}

const REFUSED = [
  'sourceProjectId',
  'monotonicIncreasingFeaturelistId',
  'monotonicDecreasingFeaturelistId',
  'nClusters',
] as const;

/** Fields that would be ignored, were they not refused by name. */
export function wrongRequest(request: Partial<Record<(typeof REFUSED)[number], unknown>>): FieldErrors {
  const said = REFUSED.filter((name) => (request[name] ?? null) !== null);
  return Object.fromEntries(said.map((name) => [name, `${name} is not offered. Leave it out`]));
}

/** The engine's rules behind the names clients know. Those that are missing are not offered. */
const SERIES_RULES: Readonly<Record<string, readonly string[]>> = {
  AVG: ['average'],
  MED: ['median'],
  ENET: ['nnls'],
  FORECAST_DISTANCE_AVG: ['average'],
  FORECAST_DISTANCE_ENET: ['nnls'],
};
const ROW_RULES: Readonly<Record<string, readonly string[]>> = { AVG: ['average'], ENET: [], GLM: [], PLS: [] };

export function blendRules(method: string, series: boolean): readonly string[] | undefined {
  if (series) return method.startsWith('FORECAST_DISTANCE') ? undefined : SERIES_RULES[method];
  return ROW_RULES[method];
}

/** Why models cannot be combined; empty when they can. */
export function whyNotBlend(
  models: readonly ModelRow[],
  asked: readonly string[],
  evaluated: readonly string[],
  has: (id: string, part: string) => boolean,
): string {
  const missing = asked.filter((id) => models.every((model) => model.id !== id));
  if (missing.length > 0) return `The project has no model ${missing.join(', ')}.`;
  if (new Set(asked).size < 2) return 'A blend needs two different models.';
  if (models.some(({ category }) => category === 'blend'))
    return 'Blends are made of single models, not of other blends.';
  if (models.some(({ trained_into_validation }) => trained_into_validation))
    return 'Models trained on all data cannot be evaluated; use the models they were retrained from.';
  const unevaluated = models.filter(({ id }) => evaluated.some((part) => !has(id, part)));
  if (unevaluated.length > 0)
    return `These models have not been evaluated on every backtest or fold yet: ${unevaluated.map(({ id }) => id).join(', ')}.`;
  return '';
}
