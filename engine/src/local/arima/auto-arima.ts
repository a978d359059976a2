import { stl } from '../decomposition/stl.ts';
import { isConstant, meanOf } from '../history.ts';
import { type ArimaFit, FINAL, fitArima, QUICK } from './arima-fit.ts';
import { type ArimaOrder, applyDifferences, coefficientCount, difference, stationary } from './arma-polynomials.ts';

interface ArimaLimits {
  readonly p: number;
  readonly q: number;
  readonly seasonalP: number;
  readonly seasonalQ: number;
  readonly models: number;
}

export const ARIMA_LIMITS: ArimaLimits = { p: 5, q: 5, seasonalP: 2, seasonalQ: 2, models: 94 };

/** Orders of series this many times longer than the longest lag are compared by conditional likelihoods. */
const LONG = 8;

type Shape = readonly [p: number, q: number, seasonalP: number, seasonalQ: number, constant: boolean];

/**
 * Stepwise choice of orders as in `autoArimaForecaster`: differences by tests, then a walk through neighbouring orders
 * that follows the corrected Akaike criterion. Each model starts where the one it departs from ended.
 */
export function autoArima(y: Float64Array, period: number, limits: ArimaLimits = ARIMA_LIMITS): ArimaFit {
  const seasonalD = seasonalDifferencesNeeded(y, period);
  const d = differencesNeeded(seasonalD === 1 ? difference(y, period) : y);
  const season = period > 1 && y.length >= 2 * period + 2 ? period : 1;
  const constants = d + seasonalD < 2;
  const differences = { d, seasonalD, period: season };
  const orderOf = ([p, q, seasonalP, seasonalQ, constant]: Shape): ArimaOrder => {
    return { p, q, seasonalP, seasonalQ, constant, ...differences };
  };
  const w = applyDifferences(y, orderOf([0, 0, 0, 0, false]));
  const history = limits.p + limits.seasonalP * (season > 1 ? season : 0);
  const search = w.length >= LONG * history ? { ...QUICK, skipped: history } : QUICK;
  const most = Math.max(0, Math.floor(w.length / 3));
  const tried = new Set<string>();
  let best: ArimaFit | undefined;
  let bestShape: Shape = [0, 0, 0, 0, constants];

  const attempt = (shape: Shape): boolean => {
    const [p, q, sp, sq, constant] = shape;
    if (p < 0 || q < 0 || sp < 0 || sq < 0 || (constant && !constants)) return false;
    if (p > Math.min(limits.p, most) || q > Math.min(limits.q, most)) return false;
    if (sp > limits.seasonalP || sq > limits.seasonalQ || (season === 1 && sp + sq > 0)) return false;
    const key = shape.join();
    if (tried.has(key) || tried.size >= limits.models) return false;
    tried.add(key);
    const order = orderOf(shape);
    if (Math.max(p + sp * season, q + sq * season) >= w.length) return false;
    const fit = fitArima(w, order, best, search);
    if (fit === undefined || (best !== undefined && !(scoreOf(fit) < scoreOf(best)))) return false;
    if (coefficientCount(order) > 0 && !awayFromUnitRoots(fit)) return false;
    best = fit;
    bestShape = shape;
    return true;
  };

  const one = season > 1 ? 1 : 0;
  attempt([0, 0, 0, 0, constants]);
  attempt([1, 0, one, 0, constants]);
  attempt([0, 1, 0, one, constants]);
  attempt([2, 2, one, one, constants]);
  if (constants) attempt([0, 0, 0, 0, false]);
  for (let moved = true; moved; ) {
    moved = false;
    const [p, q, sp, sq, constant] = bestShape;
    for (const step of NEIGHBOURS) {
      const next: Shape = [p + step[0], q + step[1], sp + step[2], sq + step[3], step[4] ? !constant : constant];
      if (attempt(next)) {
        moved = true;
        break;
      }
    }
  }
  const found = best ?? fitArima(w, orderOf([0, 0, 0, 0, false]));
  if (found === undefined) throw new Error('A model without coefficients always has a likelihood.');
  return fitArima(w, found.order, found, FINAL) ?? found;
}

/**
 * Evidence beyond the usual that a drift must bring: it goes on for ever, and one season of growth is no proof of
 * that.
 */
const DRIFT_EVIDENCE = 4;

function scoreOf({ order, aicc }: ArimaFit): number {
  return order.constant && order.d + order.seasonalD > 0 ? aicc + DRIFT_EVIDENCE : aicc;
}

/** One order up or down, alone or both together. */
const MOVES: readonly (readonly [number, number])[] = [
  [-1, 0],
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
];

const NEIGHBOURS: readonly Shape[] = [
  ...MOVES.map(([p, q]): Shape => [0, 0, p, q, false]),
  ...MOVES.map(([p, q]): Shape => [p, q, 0, 0, false]),
  [0, 0, 0, 0, true],
];

/** Roots closer to the unit circle than this mean that the order, not the coefficient, is wrong. */
const MARGIN = 1.01;

/** Whether all factors (plain and seasonal, autoregressive and moving average) keep clear of unit roots. */
function awayFromUnitRoots({ order, x }: ArimaFit): boolean {
  let from = 0;
  for (const count of [order.p, order.q, order.seasonalP, order.seasonalQ]) {
    if (!isInside(stationary(x, from, count))) return false;
    from += count;
  }
  return true;
}

/** All roots lie outside the circle of radius MARGIN exactly when the stretched polynomial is still stationary. */
function isInside(coefficients: Float64Array): boolean {
  const phi = coefficients.map((value, i) => value * MARGIN ** (i + 1));
  for (let k = phi.length - 1; k >= 0; k -= 1) {
    const partial = phi[k] as number;
    const shrink = 1 - partial * partial;
    if (!(shrink > 0)) return false;
    const before = Float64Array.from(phi);
    for (let j = 0; j < k; j += 1) phi[j] = ((before[j] as number) + partial * (before[k - 1 - j] as number)) / shrink;
  }
  return true;
}

/** 5 % point of the level-stationarity statistic (table 1 of the paper named at `kpss`). */
const KPSS_LIMIT = 0.463;
/** Seasonal strength above which a seasonal difference pays (Hyndman and Athanasopoulos 2021, "FPP3", section 9.1). */
const STRONG_SEASON = 0.64;
const MOST_DIFFERENCES = 2;

/**
 * KPSS statistic: large where a series is not stationary around a level; with Bartlett weights over 3 sqrt(n) / 13 lags
 * (Kwiatkowski, Phillips, Schmidt and Shin 1992, "Testing the null hypothesis of stationarity against the alternative of
 * a unit root", Journal of Econometrics 54).
 */
export function kpss(y: Float64Array): number {
  const n = y.length;
  const lags = Math.trunc((3 * Math.sqrt(n)) / 13);
  const mean = meanOf(y);
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

/**
 * Share of the detrended variance that a seasonal pattern explains (Wang, Smith and Hyndman 2006, "Characteristic-based
 * clustering for time series data", Data Mining and Knowledge Discovery 13).
 */
function seasonalStrength(y: Float64Array, period: number): number {
  const { season, rest } = stl(y, period);
  const both = season.map((value, t) => value + (rest[t] as number));
  const whole = varianceOf(both);
  return whole === 0 ? 0 : Math.max(0, 1 - varianceOf(rest) / whole);
}

export function seasonalDifferencesNeeded(y: Float64Array, period: number): number {
  return period > 1 && y.length >= 2 * period + 2 && seasonalStrength(y, period) > STRONG_SEASON ? 1 : 0;
}

function varianceOf(y: Float64Array): number {
  const mean = meanOf(y);
  let sum = 0;
  for (const value of y) sum += (value - mean) ** 2;
  return sum / Math.max(1, y.length - 1);
}
