import { type ArimaFit, FINAL, fitArima, QUICK } from './arima-fit.ts';
import { type ArimaOrder, coefficientCount, difference, differenced } from './arima-order.ts';
import { awayFromUnitRoots } from './root-check.ts';
import { differencesNeeded, seasonalDifferencesNeeded } from './unit-roots.ts';

export interface ArimaLimits {
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
 * Stepwise choice of orders (Hyndman and Khandakar, Automatic time series forecasting, 2008): differences by tests, then
 * a walk through neighbouring orders that follows the corrected Akaike criterion. Each model starts where the one it
 * departs from ended.
 */
export function autoArima(y: Float64Array, period: number, limits: ArimaLimits = ARIMA_LIMITS): ArimaFit {
  const seasonalD = seasonalDifferencesNeeded(y, period);
  const d = differencesNeeded(seasonalD === 1 ? difference(y, period) : y);
  const season = period > 1 && y.length >= 2 * period + 2 ? period : 1;
  const constants = d + seasonalD < 2;
  const orderOf = ([p, q, seasonalP, seasonalQ, constant]: Shape): ArimaOrder => ({
    p,
    d,
    q,
    seasonalP,
    seasonalD,
    seasonalQ,
    period: season,
    constant,
  });
  const w = differenced(y, orderOf([0, 0, 0, 0, false]));
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

/** Evidence beyond the usual that a drift must bring: it goes on for ever, and one season of growth is no proof of that. */
const DRIFT_EVIDENCE = 4;

function scoreOf({ order, aicc }: ArimaFit): number {
  return order.constant && order.d + order.seasonalD > 0 ? aicc + DRIFT_EVIDENCE : aicc;
}

const NEIGHBOURS: readonly (readonly [number, number, number, number, boolean])[] = [
  [0, 0, -1, 0, false],
  [0, 0, 0, -1, false],
  [0, 0, 1, 0, false],
  [0, 0, 0, 1, false],
  [0, 0, -1, -1, false],
  [0, 0, -1, 1, false],
  [0, 0, 1, -1, false],
  [0, 0, 1, 1, false],
  [-1, 0, 0, 0, false],
  [0, -1, 0, 0, false],
  [1, 0, 0, 0, false],
  [0, 1, 0, 0, false],
  [-1, -1, 0, 0, false],
  [-1, 1, 0, 0, false],
  [1, -1, 0, 0, false],
  [1, 1, 0, 0, false],
  [0, 0, 0, 0, true],
];
