/**
 * How the target is brought to a common size before a global model sees it, and back afterwards. Everything is taken
 * from the cells at or before the origin, so it can be repeated for any origin, also for series never trained on.
 */
export interface Normaliser {
  readonly transform: Transform;
  /** What is subtracted: nothing, the newest value, the mean of the window, or the value one season before. */
  readonly centre: 'none' | 'last' | 'mean' | 'seasonal';
  /** What is divided by: mean size, mean absolute change over one season, or nothing. */
  readonly scale: 'level' | 'change' | 'one';
  /** Cells the means are taken over. */
  readonly window: number;
  /** Season of `centre: 'seasonal'` and of `scale: 'change'`. */
  readonly period: number;
}

export type Transform = 'none' | 'log' | 'log1p';

export function transformed(values: Float64Array, transform: Transform): Float64Array {
  if (transform === 'none') return values;
  const out = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    // A value the logarithm cannot take is treated as missing rather than turned into minus infinity.
    if (transform === 'log') out[i] = value > 0 ? Math.log(value) : Number.NaN;
    else out[i] = value >= 0 ? Math.log1p(value) : Number.NaN;
  }
  return out;
}

export function restored(value: number, transform: Transform): number {
  if (transform === 'none') return value;
  // The logarithm of the largest double is 709; a forecast beyond that is no forecast.
  const bounded = value > 700 ? 700 : value;
  return transform === 'log' ? Math.exp(bounded) : Math.expm1(bounded);
}

/** Reference level and size of a series seen from one origin. */
export interface Reference {
  level: number;
  scale: number;
  /** Mean absolute size of the window, whatever the scale is. */
  size: number;
}

/** Level and scale from `values[0..origin]`. Never NaN and never zero: an empty or constant history gives scale 1. */
export function referenceAt(values: Float64Array, origin: number, normaliser: Normaliser, into: Reference): Reference {
  const from = Math.max(0, origin - normaliser.window + 1);
  let sum = 0;
  let size = 0;
  let count = 0;
  for (let i = from; i <= origin; i++) {
    const value = values[i] as number;
    if (!Number.isNaN(value)) {
      sum += value;
      size += Math.abs(value);
      count++;
    }
  }
  const mean = count > 0 ? sum / count : 0;
  into.size = count > 0 ? size / count : 0;
  into.level = normaliser.centre === 'none' ? 0 : normaliser.centre === 'last' ? newest(values, origin, mean) : mean;
  into.scale =
    normaliser.scale === 'one'
      ? 1
      : normaliser.scale === 'level'
        ? into.size
        : meanChange(values, from, origin, normaliser.period);
  if (!(into.scale > 1e-9 * into.size) || !(into.scale > 0)) into.scale = into.size > 0 ? into.size : 1;
  return into;
}

function newest(values: Float64Array, origin: number, fallback: number): number {
  for (let i = origin; i >= 0 && i > origin - 32; i--) {
    const value = values[i] as number;
    if (!Number.isNaN(value)) return value;
  }
  return fallback;
}

/** Mean absolute change over one season; over one step where the history is shorter than that. */
function meanChange(values: Float64Array, from: number, origin: number, period: number): number {
  const step = origin - from >= 2 * period ? period : 1;
  let sum = 0;
  let count = 0;
  for (let i = from + step; i <= origin; i++) {
    const change = (values[i] as number) - (values[i - step] as number);
    if (!Number.isNaN(change)) {
      sum += Math.abs(change);
      count++;
    }
  }
  return count > 0 ? sum / count : 0;
}
