import { EngineProblem } from '../core/engine-problem.ts';
import { autocorrelations } from '../series/periods.ts';
import type { SeriesSpec } from './forecaster.ts';

export function meanOf(y: Float64Array): number {
  let mean = 0;
  for (const value of y) mean += value / y.length;
  return mean;
}

/** Smallest and largest value. */
export function rangeOf(y: Float64Array): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of y) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { low, high };
}

/** A private copy without the missing values in front; refuses what no model could answer. */
export function checkedHistory(y: Float64Array, spec: SeriesSpec): Float64Array {
  const place = spec.series === undefined ? {} : { series: spec.series };
  let first = -1;
  for (let t = 0; t < y.length; t += 1) {
    const value = y[t] as number;
    if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
      throw new EngineProblem(
        'series.infinite',
        `Row ${t} of the series is ${value}. Replace it by a number, or by a missing value.`,
        { ...place, row: t },
      );
    }
    if (first === -1 && !Number.isNaN(value)) first = t;
  }
  if (first === -1) {
    throw new EngineProblem(
      'series.empty',
      `The series has ${y.length} rows and no value. Leave it out, or give it at least one observation.`,
      place,
    );
  }
  for (const period of spec.periods) {
    if (!Number.isInteger(period) || period < 2) {
      throw new EngineProblem(
        'series.period',
        `A seasonal period must be a whole number of rows from 2 on; it was ${period}. Leave it out where there is no season.`,
        place,
      );
    }
  }
  return y.slice(first);
}

/**
 * Missing values filled from the history alone: a straight line between neighbours inside, the last season (or value) at
 * the end, where there is no right neighbour yet.
 */
export function completeHistory(y: Float64Array, period: number): Float64Array {
  let gap = y.findIndex(Number.isNaN);
  if (gap === -1) return y;
  const full = Float64Array.from(y);
  while (gap !== -1 && gap < y.length) {
    let end = gap;
    while (end < y.length && Number.isNaN(full[end])) end += 1;
    for (let t = gap; t < end; t += 1) {
      if (end < y.length) {
        const share = (t - gap + 1) / (end - gap + 1);
        full[t] = (full[gap - 1] as number) * (1 - share) + (full[end] as number) * share;
      } else {
        full[t] = (t >= period ? full[t - period] : full[t - 1]) as number;
      }
    }
    gap = end;
    while (gap < y.length && !Number.isNaN(full[gap])) gap += 1;
  }
  return full;
}

export function isConstant(y: Float64Array): boolean {
  const first = y[0];
  for (const value of y) if (value !== first) return false;
  return true;
}

/** The first period of the specification that fits at least `seasons` times into the history, 1 where none does. */
export function usablePeriod(spec: SeriesSpec, rows: number, seasons = 2): number {
  return spec.periods.find((period) => period * seasons <= rows) ?? 1;
}

/**
 * Whether the autocorrelation at the seasonal lag stands out at the 90 % level from what the shorter lags explain, by
 * Bartlett's standard error, as in the benchmarks of the M4 competition (Makridakis, Spiliotis and Assimakopoulos 2020,
 * "The M4 Competition: 100,000 time series and 61 forecasting methods", International Journal of Forecasting 36). At
 * least three seasons are needed to tell.
 */
export function looksSeasonal(y: Float64Array, period: number): boolean {
  if (period < 2 || y.length < 3 * period) return false;
  const r = autocorrelations(y, period);
  if (r === undefined) return false;
  let squares = 0;
  for (let lag = 1; lag < period; lag += 1) squares += (r[lag] as number) ** 2;
  const limit = 1.6448536269514722 * Math.sqrt((1 + 2 * squares) / y.length);
  return Math.abs(r[period] as number) > limit;
}
