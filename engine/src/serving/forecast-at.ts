import { EngineProblem } from '../problems/engine-problem.ts';
import type { Panel, PanelSeries } from '../series/panel.ts';
import { gridIndex, timeOf } from '../series/time-unit.ts';
import type { ForecastRequest, ForecastRow, ServedForecaster } from './forecaster.ts';

/** What the forecaster remembers with the new rows laid over it, for the series of these rows only. */
export function withMemory(forecaster: ServedForecaster, rows: Panel): Panel {
  // Row numbers mean nothing across tables: such rows bring all their history themselves.
  if (!rows.dated) return rows;
  const whole = forecaster.append(rows).parts.memory;
  const asked = new Set(rows.series.map(({ id }) => id));
  return { ...whole, series: whole.series.filter(({ id }) => asked.has(id)) };
}

/** The newest time any series has a target for. */
export function lastKnownTime(panel: Panel): number | null {
  let last = Number.NEGATIVE_INFINITY;
  for (const { start, target } of panel.series) {
    if (target.length > 0) last = Math.max(last, start + target.length - 1);
  }
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
  const { windows } = forecaster.parts;
  const cell = gridIndex(panel.grid, forecastPoint);
  if (Math.abs(cell - Math.round(cell)) > 1e-6) {
    throw new EngineProblem(
      'series.forecast-point',
      `The forecast point ${new Date(forecastPoint).toISOString()} lies between two steps of ` +
        `${panel.grid.step} ${panel.grid.unit}. Choose a time the data have.`,
    );
  }
  const last = Math.round(cell) - windows.blind;
  const series = panel.series.flatMap((one) => (one.start > last ? [] : [reaching(one, last - one.start + 1)]));
  return series.length === 0 ? [] : forecaster.forecastPanel({ ...panel, series }, request);
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
