import { guarded } from '../../local/guard.ts';
import type { Panel } from '../../series/panel.ts';

/**
 * Keeps every forecast of a global model inside the guard rails of its own series: finite, near the recent range, not
 * below zero where the history never was. One exploding series can spoil a whole blend.
 */
export function guardForecasts(forecasts: Float64Array, panel: Panel, periods: readonly number[]): Float64Array {
  const distances = forecasts.length / panel.series.length;
  const out = new Float64Array(forecasts.length);
  panel.series.forEach(({ target }, s) => {
    const part = forecasts.subarray(s * distances, (s + 1) * distances);
    const history = target.filter((value) => !Number.isNaN(value));
    // A series without any history has no rails; what the model says from its other columns is all there is.
    out.set(
      history.length === 0
        ? part.map((value) => (Number.isFinite(value) ? value : 0))
        : guarded(part, history, { periods }),
      s * distances,
    );
  });
  return out;
}
