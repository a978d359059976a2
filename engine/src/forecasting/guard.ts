import { railsOf } from '../local/local-model.ts';
import type { Panel } from '../series/panel.ts';

/** The guard rails of each series, for forecasts of so many distances. */
export function railsOfPanel(
  panel: Panel,
  periods: readonly number[],
  distances: number,
): ((value: number) => number)[] {
  return panel.series.map(({ target }) => {
    const history = target.filter((value) => !Number.isNaN(value));
    // A series without any history has no rails; what the model says from its other columns is all there is.
    if (history.length === 0) return (value) => (Number.isFinite(value) ? value : 0);
    return railsOf(history, { periods }, distances);
  });
}

/**
 * Keeps every forecast of a global model inside the guard rails of its own series: finite, near the recent range, not
 * below zero where the history never was. One exploding series can spoil a whole blend.
 */
export function guardForecasts(forecasts: Float64Array, panel: Panel, periods: readonly number[]): Float64Array {
  const distances = forecasts.length / panel.series.length;
  const rails = railsOfPanel(panel, periods, distances);
  return forecasts.map((value, cell) => (rails[Math.floor(cell / distances)] as (value: number) => number)(value));
}
