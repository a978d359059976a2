import { EngineProblem } from '../core/engine-problem.ts';
import type { CellExplanation, ForecastContext, MoreCells } from '../forecasting/panel-model.ts';
import type { Panel, PanelSeries } from '../series/panel.ts';
import { gridIndex, timeOf } from '../series/time-unit.ts';
import { type ForecastRequest, type ForecastRow, joinPanels, type ServedForecaster } from './forecaster.ts';

/** What the forecaster remembers with the new rows laid over it, for the series of these rows only. */
export function withMemory(forecaster: ServedForecaster, rows: Panel): Panel {
  // Row numbers mean nothing across tables: such rows bring all their history themselves.
  if (!rows.dated) return rows;
  const whole = forecaster.append(rows).parts.memory;
  const asked = new Set(rows.series.map(({ id }) => id));
  return { ...whole, series: whole.series.filter(({ id }) => asked.has(id)) };
}

/** Number of the last grid cell a series has a target for; null where it has none. */
export function lastKnownCell({ start, target }: PanelSeries): number | null {
  let last = target.length - 1;
  while (last >= 0 && Number.isNaN(target[last] as number)) last--;
  return last < 0 ? null : start + last;
}

/** The newest time any series has a target for. */
export function lastKnownTime(panel: Panel): number | null {
  let last = Number.NEGATIVE_INFINITY;
  for (const one of panel.series) last = Math.max(last, lastKnownCell(one) ?? Number.NEGATIVE_INFINITY);
  return last === Number.NEGATIVE_INFINITY ? null : timeOf(panel.grid, last);
}

/**
 * Forecasts as they would have been made at a moment of the past or the present: nothing after it is read but what is
 * known in advance. A series whose history ends earlier is forecast from the same moment, over the gap.
 */
export function forecastAt(
  forecaster: ServedForecaster,
  panel: Panel,
  forecastPoint: number,
  request: ForecastRequest = {},
): ForecastRow[] {
  const known = panelAt(forecaster, panel, forecastPoint);
  return known.series.length === 0 ? [] : forecaster.forecastPanel(known, request);
}

/** Why the forecasts made at a moment are what they are: one explanation a row of `forecastAt`. */
export function explainAt(forecaster: ServedForecaster, panel: Panel, forecastPoint: number): CellExplanation[] {
  const known = panelAt(forecaster, panel, forecastPoint);
  return known.series.length === 0 ? [] : forecaster.explain(known);
}

/** The series that had begun at a moment, as they were known then. */
function panelAt({ parts }: ServedForecaster, panel: Panel, forecastPoint: number): Panel {
  const cell = gridIndex(panel.grid, forecastPoint);
  if (Math.abs(cell - Math.round(cell)) > 1e-6) {
    throw new EngineProblem(
      'series.forecast-point',
      `The forecast point ${new Date(forecastPoint).toISOString()} lies between two steps of ` +
        `${panel.grid.step} ${panel.grid.unit}. Choose a time the data have.`,
    );
  }
  const last = Math.round(cell) - parts.windows.blind;
  const series = panel.series.flatMap((one) => (one.start > last ? [] : [reaching(one, last - one.start + 1)]));
  return { ...panel, series };
}

/** The series as it was known with so many cells: cut, or filled up with missing ones. */
function reaching(series: PanelSeries, length: number): PanelSeries {
  const fit = (values: Float64Array): Float64Array => {
    if (values.length >= length) return values.subarray(0, length);
    const longer = new Float64Array(length).fill(Number.NaN);
    longer.set(values);
    return longer;
  };
  return { ...series, target: fit(series.target), observed: series.observed.map(fit) };
}

/** Cells of each series that a forecaster must remember to learn from those that follow. */
export const cellsToRemember = ({ windows, periods }: ForecastContext): number =>
  windows.history + windows.last + windows.blind + 2 * (periods.at(-1) ?? 1) + 30;

/**
 * What rows bring that is not known yet: the cells after the end of each series, and series never seen. Null where there
 * is no such cell with a value. `remembered`: cells of a series that are kept at most.
 */
export function moreCells(
  known: Panel,
  rows: Panel,
  remembered: number,
): { readonly more: MoreCells; readonly cells: number } | null {
  const sent = new Map(rows.series.map((one) => [one.id, one]));
  const ids = new Set(known.series.map(({ id }) => id));
  const added = rows.series.filter(({ id }) => !ids.has(id));
  const series = [...known.series.map((one) => continueAt(one, sent.get(one.id))), ...added];
  const from = Int32Array.from(series, (_, i) => known.series[i]?.target.length ?? 0);
  const whole = series.map((_, i) => (known.series[i]?.target.length ?? 0) < remembered);
  const cells = series.reduce(
    (sum, { target }, i) => sum + target.subarray(from[i]).filter((value) => !Number.isNaN(value)).length,
    0,
  );
  return cells === 0 ? null : { more: { panel: { ...known, series }, from, whole }, cells };
}

/** A series with the newer cells after its end; what it has already is left as it is. */
function continueAt(one: PanelSeries, newer: PanelSeries | undefined): PanelSeries {
  const end = one.start + one.target.length;
  if (newer === undefined || newer.start + newer.target.length <= end) return one;
  const skip = Math.max(0, end - newer.start);
  const rest = (values: Float64Array) => values.subarray(Math.min(skip, values.length));
  return joinPanels(one, {
    ...newer,
    start: newer.start + skip,
    target: rest(newer.target),
    known: newer.known.map(rest),
    observed: newer.observed.map(rest),
  });
}
