import type { SeriesSpec } from './forecaster.ts';

/** Rows that count as recent when seasons are short or absent. */
const RECENT_ROWS = 30;

interface Range {
  readonly low: number;
  readonly high: number;
}

function rangeOf(y: Float64Array, from: number): Range {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let t = from; t < y.length; t += 1) {
    low = Math.min(low, y[t] as number);
    high = Math.max(high, y[t] as number);
  }
  return { low, high };
}

/** Keeps one value of a forecast of so many steps inside the guard rails of a history. */
export function railsOf(y: Float64Array, spec: SeriesSpec, steps: number): (value: number) => number {
  const longest = Math.max(1, ...spec.periods);
  const recentRows = Math.max(RECENT_ROWS, 2 * longest, 2 * steps);
  const whole = rangeOf(y, 0);
  let { low, high } = rangeOf(y, Math.max(0, y.length - recentRows));
  if (low === high) ({ low, high } = whole);
  const width = high - low;
  const floor = whole.low >= 0 ? Math.max(0, low - width) : low - width;
  const ceiling = high + width;
  const last = y.at(-1) as number;
  return (value) => (Number.isNaN(value) ? last : Math.min(ceiling, Math.max(floor, value)));
}

/**
 * The guard rails every forecast passes: finite, within the recent range plus or minus one range, and not below zero when
 * the history never was. One exploding forecast can spoil a whole blend; a clipped one cannot.
 */
export function guarded(mean: Float64Array, y: Float64Array, spec: SeriesSpec): Float64Array {
  return mean.map(railsOf(y, spec, mean.length));
}
