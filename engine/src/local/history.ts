import { EngineProblem } from '../core/engine-problem.ts';
import type { SeriesSpec } from './forecaster.ts';

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

/** Autocorrelations of lags 0 to `lags`, each divided by the whole variance (Box and Jenkins, 1970). */
export function autocorrelations(y: Float64Array, lags: number): Float64Array {
  const n = y.length;
  let mean = 0;
  for (const value of y) mean += value / n;
  const centred = y.map((value) => value - mean);
  const result = new Float64Array(lags + 1);
  let variance = 0;
  for (const value of centred) variance += value * value;
  if (variance === 0) return result;
  for (let lag = 0; lag <= lags && lag < n; lag += 1) {
    let sum = 0;
    for (let t = lag; t < n; t += 1) sum += (centred[t] as number) * (centred[t - lag] as number);
    result[lag] = sum / variance;
  }
  return result;
}

/**
 * Whether the autocorrelation at the seasonal lag stands out at the 90 % level from what the shorter lags explain
 * (Bartlett's standard error, as in the M4 benchmarks). At least three seasons are needed to tell.
 */
export function looksSeasonal(y: Float64Array, period: number): boolean {
  if (period < 2 || y.length < 3 * period) return false;
  const r = autocorrelations(y, period);
  let squares = 0;
  for (let lag = 1; lag < period; lag += 1) squares += (r[lag] as number) ** 2;
  const limit = 1.6448536269514722 * Math.sqrt((1 + 2 * squares) / y.length);
  return Math.abs(r[period] as number) > limit;
}
