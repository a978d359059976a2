/** Non-zero demands and the rows between them; the first interval counts from before the first row. */
export interface Demand {
  readonly sizes: Float64Array;
  readonly intervals: Float64Array;
}

export function requireOf(y: Float64Array): Demand {
  const sizes: number[] = [];
  const intervals: number[] = [];
  let since = 0;
  for (const value of y) {
    since += 1;
    if (value !== 0) {
      sizes.push(value);
      intervals.push(since);
      since = 0;
    }
  }
  return { sizes: Float64Array.from(sizes), intervals: Float64Array.from(intervals) };
}

/** Exponential smoothing that starts at the first value; returns the level after the last. */
export function smoothed(y: Float64Array, alpha: number): number {
  let level = y[0] ?? 0;
  for (const value of y) level += alpha * (value - level);
  return level;
}

/** Sum of squared one-step errors of `smoothed`. */
export function smoothingError(y: Float64Array, alpha: number): number {
  let level = y[0] ?? 0;
  let sum = 0;
  for (const value of y) {
    sum += (value - level) ** 2;
    level += alpha * (value - level);
  }
  return sum;
}
