import { stl } from '../decomposition/stl.ts';
import { isConstant } from '../history.ts';
import { difference } from './arima-order.ts';

/** 5 % point of the level-stationarity statistic (Kwiatkowski, Phillips, Schmidt and Shin, 1992, table 1). */
const KPSS_LIMIT = 0.463;
/** Seasonal strength above which a seasonal difference pays (Hyndman and Athanasopoulos, 2021, section 9.1). */
const STRONG_SEASON = 0.64;
const MOST_DIFFERENCES = 2;

/** KPSS statistic of stationarity around a level, with Bartlett weights over 3 sqrt(n) / 13 lags. */
export function kpss(y: Float64Array): number {
  const n = y.length;
  const lags = Math.trunc((3 * Math.sqrt(n)) / 13);
  let mean = 0;
  for (const value of y) mean += value / n;
  let sum = 0;
  let sumSquares = 0;
  let variance = 0;
  for (const value of y) {
    sum += value - mean;
    sumSquares += sum * sum;
    variance += (value - mean) ** 2;
  }
  for (let lag = 1; lag <= lags; lag += 1) {
    let product = 0;
    for (let t = lag; t < n; t += 1) product += ((y[t] as number) - mean) * ((y[t - lag] as number) - mean);
    variance += 2 * (1 - lag / (lags + 1)) * product;
  }
  return sumSquares / (n * variance);
}

/** How often to difference until the series looks stationary around a level. */
export function differencesNeeded(y: Float64Array): number {
  let w = y;
  for (let d = 0; d < MOST_DIFFERENCES; d += 1) {
    if (w.length < 10 || isConstant(w) || !(kpss(w) > KPSS_LIMIT)) return d;
    w = difference(w, 1);
  }
  return MOST_DIFFERENCES;
}

/** Share of the detrended variance that a seasonal pattern explains (Wang, Smith and Hyndman, 2006). */
export function seasonalStrength(y: Float64Array, period: number): number {
  const { season, rest } = stl(y, period);
  const both = season.map((value, t) => value + (rest[t] as number));
  const whole = varianceOf(both);
  return whole === 0 ? 0 : Math.max(0, 1 - varianceOf(rest) / whole);
}

export function seasonalDifferencesNeeded(y: Float64Array, period: number): number {
  return period > 1 && y.length >= 2 * period + 2 && seasonalStrength(y, period) > STRONG_SEASON ? 1 : 0;
}

function varianceOf(y: Float64Array): number {
  let mean = 0;
  for (const value of y) mean += value / y.length;
  let sum = 0;
  for (const value of y) sum += (value - mean) ** 2;
  return sum / Math.max(1, y.length - 1);
}
