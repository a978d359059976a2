import { applyBlend, type Blend } from '../blend/blend-data.ts';
import { EngineProblem } from '../core/engine-problem.ts';
import { seriesNoise } from '../forecasting/backtest-blueprint.ts';
import type { CellExplanation, PanelModel } from '../forecasting/panel-model.ts';
import { type IntervalModel, intervalsOf } from '../intervals/conformal.ts';
import type { Panel, PanelSeries } from '../series/panel.ts';
import { timeOf } from '../series/time-unit.ts';
import { distancesOf, type Windows } from '../series/windows.ts';
import { explainBlend, sumOfExplanations } from './explain-blend.ts';
import { isCold, likeSeries, meanOver } from './serving-panel.ts';

/** What a served forecaster knows: models, how to blend them, how wide the intervals are, and the newest history. */
export interface ForecasterParts {
  /** The newest cells of every series it was trained on: enough to forecast without being sent any history. */
  readonly memory: Panel;
  readonly windows: Windows;
  readonly periods: readonly number[];
  readonly blend: Blend;
  /** In the order of the blend. */
  readonly models: readonly PanelModel[];
  readonly intervals: IntervalModel;
}

/** Forecast of one cell. */
export interface ForecastRow {
  readonly series: string;
  /** Time of the last cell that was known, and of the cell that is forecast (row numbers for ROW panels). */
  readonly forecastPoint: number;
  readonly time: number;
  readonly distance: number;
  readonly value: number;
  /** Ends of the intervals, in the order of the coverages asked for. */
  readonly intervals: readonly { readonly coverage: number; readonly lower: number; readonly upper: number }[];
}

export interface ForecastRequest {
  /** Coverages of the intervals, for example 0.8 and 0.95. */
  readonly coverages?: readonly number[];
  /** Forecast these series only; all of the panel when not given. */
  readonly series?: readonly string[];
  /** `refuse`: a series shorter than the derivation window is an error instead of a less certain forecast. */
  readonly partialHistory?: 'allow' | 'refuse';
}

/** A forecaster ready to answer: immutable; newer rows give a new one that shares all that was learned. */
export interface ServedForecaster {
  readonly parts: ForecasterParts;
  /** Forecasts from the end of what it remembers. */
  forecast(request?: ForecastRequest): ForecastRow[];
  /** Forecasts from the end of a panel that brings its own history; its series need not have been seen before. */
  forecastPanel(panel: Panel, request?: ForecastRequest): ForecastRow[];
  /** Why: one explanation a row of `forecastPanel`, whose base and contributions add up to its value. */
  explain(panel: Panel, request?: ForecastRequest): CellExplanation[];
  /** The same forecaster with newer rows: nothing is learned again. */
  append(rows: Panel): ServedForecaster;
}

export function servedForecaster(parts: ForecasterParts): ServedForecaster {
  const place = new Map(parts.memory.series.map(({ id }, i) => [id, i]));
  const forecastPanel = (panel: Panel, request: ForecastRequest = {}): ForecastRow[] => {
    const chosen = choose(ownHead(parts, panel), request.series);
    if (request.partialHistory === 'refuse') refuseShort(chosen, parts.windows);
    return answer(parts, chosen, place, request.coverages ?? []);
  };
  return {
    parts,
    forecast: (request) => forecastPanel(parts.memory, request),
    forecastPanel,
    explain: (panel, request = {}) => explanations(parts, choose(ownHead(parts, panel), request.series), place),
    append: (rows) => servedForecaster({ ...parts, memory: appendRows(parts.memory, rows, place) }),
  };
}

/** Features are named after the columns the models were learned from, whatever the panel calls them. */
function ownHead({ memory }: ForecasterParts, panel: Panel): Panel {
  return { ...panel, target: memory.target, covariates: memory.covariates };
}

function explanations(parts: ForecasterParts, panel: Panel, place: ReadonlyMap<string, number>): CellExplanation[] {
  const distances = distancesOf(parts.windows).length;
  const told = explainBlend(
    parts.blend,
    parts.models,
    panel,
    (cell) => place.get(panel.series[Math.floor(cell / distances)]?.id ?? '') ?? -1,
  );
  panel.series.forEach((one, s) => {
    if (isCold(one)) told.splice(s * distances, distances, ...explainCold(parts, one, distances));
  });
  return told;
}

/** A series without any history is forecast as the mean of those most like it, and explained as such. */
function explainCold({ memory, blend, models }: ForecasterParts, one: PanelSeries, distances: number) {
  const like = likeSeries(one, memory);
  const series = like.map((s) => memory.series[s] as PanelSeries);
  const told = explainBlend(
    blend,
    models,
    { ...memory, series },
    (cell) => like[Math.floor(cell / distances)] as number,
  );
  return Array.from({ length: distances }, (_, d) =>
    sumOfExplanations(
      like.map((_series, i) => ({ weight: 1 / like.length, cell: told[i * distances + d] as CellExplanation })),
    ),
  );
}

function choose(panel: Panel, ids: readonly string[] | undefined): Panel {
  if (ids === undefined) return panel;
  const byId = new Map(panel.series.map((one) => [one.id, one]));
  const series = ids.map((id) => {
    const found = byId.get(id);
    if (found !== undefined) return found;
    throw new EngineProblem('series.unknown', `There is no history of series "${id}": send its rows to forecast it.`, {
      series: id,
    });
  });
  return { ...panel, series };
}

function answer(
  parts: ForecasterParts,
  panel: Panel,
  place: ReadonlyMap<string, number>,
  coverages: readonly number[],
): ForecastRow[] {
  const distances = distancesOf(parts.windows);
  const known = Int32Array.from(panel.series, ({ id }) => place.get(id) ?? -1);
  const forecast = blendForecasts(parts, panel, known);
  fillCold(parts, panel, forecast);
  const period = parts.periods[0] ?? 1;
  const bounds = coverages.map((coverage) =>
    intervalsOf(
      parts.intervals,
      {
        forecast,
        distances: distances.length,
        series: known,
        noise: panel.series.map(({ target }, s) => ((known[s] as number) < 0 ? seriesNoise(target, period) : 0)),
        nonNegative: panel.series.map(({ target }) => !target.some((value) => value < 0)),
      },
      coverage,
    ),
  );
  return panel.series.flatMap((one, s) => {
    const last = one.start + one.target.length - 1;
    return distances.map((k, d): ForecastRow => {
      const cell = s * distances.length + d;
      return {
        series: one.id,
        forecastPoint: timeOf(panel.grid, last + parts.windows.blind),
        time: timeOf(panel.grid, last + k),
        distance: k - parts.windows.blind,
        value: forecast[cell] as number,
        intervals: coverages.map((coverage, i) => ({
          coverage,
          lower: bounds[i]?.lower[cell] as number,
          upper: bounds[i]?.upper[cell] as number,
        })),
      };
    });
  });
}

function blendForecasts(parts: ForecasterParts, panel: Panel, known: Int32Array): Float64Array {
  const distances = distancesOf(parts.windows).length;
  const forecasts = parts.models.map((model) => model.forecast(panel));
  return applyBlend(parts.blend, forecasts, (c) => known[Math.floor(c / distances)] as number);
}

/** Series without any history get the mean forecast of the series most like them. */
function fillCold(parts: ForecasterParts, panel: Panel, forecast: Float64Array): void {
  if (!panel.series.some(isCold)) return;
  const distances = distancesOf(parts.windows).length;
  const all = blendForecasts(parts, parts.memory, Int32Array.from(parts.memory.series.keys()));
  panel.series.forEach((one, s) => {
    if (isCold(one)) forecast.set(meanOver(all, likeSeries(one, parts.memory), distances), s * distances);
  });
}

function refuseShort(panel: Panel, windows: Windows): void {
  const short = panel.series.find(({ target }) => target.length < windows.history);
  if (short === undefined) return;
  throw new EngineProblem(
    'series.partial-history',
    `Series "${short.id}" has ${short.target.length} steps of history, the derivation window has ${windows.history}: ` +
      `send more rows, or allow forecasts from partial history.`,
    { column: panel.target, series: short.id, row: short.target.length },
  );
}

/** Memory with newer cells; a series that was not there before is added. */
function appendRows(memory: Panel, rows: Panel, place: ReadonlyMap<string, number>): Panel {
  const series = [...memory.series];
  for (const newer of rows.series) {
    const at = place.get(newer.id);
    if (at === undefined) series.push(newer);
    else series[at] = joinPanels(series[at] as PanelSeries, newer);
  }
  return { ...memory, series };
}

/** One series over the cells of both; where both have a value the newer one counts, cells in between are missing. */
export function joinPanels(old: PanelSeries, newer: PanelSeries): PanelSeries {
  const start = Math.min(old.start, newer.start);
  const lay = (a: Float64Array, b: Float64Array): Float64Array => {
    // Rows that only ask for a forecast bring no history: nothing is filled up to their time.
    const end = b.length === 0 ? old.start + a.length : Math.max(old.start + a.length, newer.start + b.length);
    const out = new Float64Array(end - start).fill(Number.NaN);
    out.set(a, old.start - start);
    b.forEach((value, i) => {
      if (!Number.isNaN(value)) out[newer.start - start + i] = value;
    });
    return out;
  };
  const pair = (a: readonly Float64Array[], b: readonly Float64Array[]): Float64Array[] =>
    a.map((values, i) => lay(values, b[i] ?? new Float64Array(0)));
  return {
    id: old.id,
    start,
    target: lay(old.target, newer.target),
    known: pair(old.known, newer.known),
    observed: pair(old.observed, newer.observed),
    statics: newer.statics.length > 0 ? newer.statics : old.statics,
  };
}
