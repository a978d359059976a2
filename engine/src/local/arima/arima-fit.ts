import { bfgs } from '../optimise/bfgs.ts';
import { finiteSlope } from '../optimise/finite-slope.ts';
import { type ArimaOrder, coefficientCount } from './arima-order.ts';
import { ArmaFilter } from './arma-filter.ts';
import { armaOf } from './arma-polynomials.ts';

export interface ArimaFit {
  readonly order: ArimaOrder;
  /** Free variables of `armaOf`. */
  readonly x: Float64Array;
  readonly constant: number;
  readonly variance: number;
  readonly logLikelihood: number;
  readonly aicc: number;
}

export interface ArimaSearch {
  readonly iterations: number;
  readonly tolerance: number;
}

const QUICK: ArimaSearch = { iterations: 40, tolerance: 0.01 };
export const THOROUGH: ArimaSearch = { iterations: 200, tolerance: 1e-8 };

/**
 * Exact maximum likelihood on the differenced series `w`. `warm` is the end of a smaller or larger model of the same
 * kind; variables that it lacks start at zero, where the larger model equals the smaller.
 */
export function fitArima(w: Float64Array, order: ArimaOrder, warm?: ArimaFit, search = QUICK): ArimaFit | undefined {
  const count = coefficientCount(order);
  const filter = new ArmaFilter(w);
  const value = (x: Float64Array): number =>
    filter.run(armaOf(x, order), order.constant)?.deviance ?? Number.POSITIVE_INFINITY;
  let x = startOf(order, warm, value);
  if (count > 0) x = bfgs(finiteSlope(value), x, search).x;
  const end = filter.run(armaOf(x, order), order.constant);
  if (end === undefined || !Number.isFinite(end.deviance)) return undefined;
  const n = w.length;
  const estimated = count + (order.constant ? 1 : 0) + 1;
  const spare = n - estimated - 1;
  const deviance = end.deviance + n * (1 + Math.log(2 * Math.PI));
  const aicc =
    spare > 0 ? deviance + 2 * estimated + (2 * estimated * (estimated + 1)) / spare : Number.POSITIVE_INFINITY;
  return { order, x, constant: end.constant, variance: end.variance, logLikelihood: -deviance / 2, aicc };
}

/** The better of the relative's end and a plain guess: differencing usually leaves a negative moving average behind. */
function startOf(o: ArimaOrder, warm: ArimaFit | undefined, value: (x: Float64Array) => number): Float64Array {
  const plain = new Float64Array(coefficientCount(o));
  if (o.q > 0 && o.d > 0) plain[o.p] = 0.3;
  if (o.seasonalQ > 0 && o.seasonalD > 0) plain[o.p + o.q + o.seasonalP] = 0.6;
  if (warm === undefined) return plain;
  const moved = new Float64Array(plain.length);
  let from = 0;
  let to = 0;
  const old = warm.order;
  for (const [had, has] of [
    [old.p, o.p],
    [old.q, o.q],
    [old.seasonalP, o.seasonalP],
    [old.seasonalQ, o.seasonalQ],
  ] as const) {
    for (let i = 0; i < Math.min(had, has); i += 1) moved[to + i] = warm.x[from + i] as number;
    from += had;
    to += has;
  }
  return value(moved) <= value(plain) ? moved : plain;
}
