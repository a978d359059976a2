import { meanOf } from '../history.ts';
import { bfgs, finiteSlope } from '../optimise/bfgs.ts';
import { ArmaFilter, type Filtered } from './arma-filter.ts';
import { type ArimaOrder, type ArmaFactors, armaOf, coefficientCount, factorsOf } from './arma-polynomials.ts';

export interface ArimaFit {
  readonly order: ArimaOrder;
  /** Free variables of `armaOf`. */
  readonly x: Float64Array;
  readonly constant: number;
  readonly variance: number;
  readonly logLikelihood: number;
  readonly aicc: number;
}

interface ArimaSearch {
  readonly iterations: number;
  readonly tolerance: number;
  /** Rows that only serve as history of a conditional likelihood; 0 for the exact one. */
  readonly skipped: number;
}

export const QUICK: ArimaSearch = { iterations: 40, tolerance: 0.01, skipped: 0 };
/** Enough for forecasts: differences below this are far inside the sampling error. */
export const FINAL: ArimaSearch = { iterations: 40, tolerance: 1e-3, skipped: 0 };
export const THOROUGH: ArimaSearch = { iterations: 200, tolerance: 1e-8, skipped: 0 };

/**
 * Maximum likelihood on the differenced series `w`. `warm` is the end of a smaller or larger model of the same
 * kind; variables that it lacks start at zero, where the larger model equals the smaller.
 */
export function fitArima(w: Float64Array, order: ArimaOrder, warm?: ArimaFit, search = QUICK): ArimaFit | undefined {
  if (search.skipped > 0) return fitConditionally(w, order, warm, search);
  const filter = new ArmaFilter(w);
  const value = (x: Float64Array): number =>
    filter.run(armaOf(x, order), order.constant)?.deviance ?? Number.POSITIVE_INFINITY;
  const x = searchFrom(value, order, warm, search);
  const end = filter.run(armaOf(x, order), order.constant);
  if (end === undefined || !Number.isFinite(end.deviance)) return undefined;
  return conclude(order, x, end, w.length);
}

/** Cheap ranking of orders on long series; the winner is fitted exactly afterwards. */
function fitConditionally(
  w: Float64Array,
  order: ArimaOrder,
  warm: ArimaFit | undefined,
  search: ArimaSearch,
): ArimaFit | undefined {
  const constant = order.constant ? meanOf(w) : 0;
  const conditional = new ConditionalErrors(constant === 0 ? w : w.map((value) => value - constant));
  const value = (x: Float64Array): number => conditional.deviance(factorsOf(x, order), order.period, search.skipped);
  const x = searchFrom(value, order, warm, search);
  const deviance = value(x);
  if (!Number.isFinite(deviance)) return undefined;
  return conclude(order, x, { deviance, constant, variance: Math.exp(deviance / w.length) }, w.length);
}

function searchFrom(
  value: (x: Float64Array) => number,
  order: ArimaOrder,
  warm: ArimaFit | undefined,
  search: ArimaSearch,
): Float64Array {
  const start = startOf(order, warm, value);
  return start.length > 0 ? bfgs(finiteSlope(value), start, search).x : start;
}

function conclude(order: ArimaOrder, x: Float64Array, end: Filtered, n: number): ArimaFit {
  const estimated = coefficientCount(order) + (order.constant ? 1 : 0) + 1;
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

/**
 * One-step errors when everything before the first row counts as zero: the four factors are applied one after the other,
 * so that a seasonal model costs p + q + P + Q operations a row and not their products (Box and Jenkins 1970, "Time series
 * analysis: forecasting and control").
 */
class ConditionalErrors {
  readonly errors: Float64Array;
  readonly #w: Float64Array;
  readonly #inner: Float64Array;

  /** `w` should have mean zero: a constant is estimated by the plain mean, which long series allow. */
  constructor(w: Float64Array) {
    this.#w = w;
    this.errors = new Float64Array(w.length);
    this.#inner = new Float64Array(w.length);
  }

  /** n log(variance) over all rows, measured on those after the first `skipped`. */
  deviance(factors: ArmaFactors, period: number, skipped: number): number {
    const { errors } = this;
    const n = errors.length;
    subtractLags(this.#w, this.#inner, factors.ar, 1);
    subtractLags(this.#inner, errors, factors.seasonalAr, period);
    undoSeason(errors, factors.seasonalMa, period);
    undoRecent(errors, factors.ma);
    let sum = 0;
    for (let t = skipped; t < n; t += 1) sum += (errors[t] as number) * (errors[t] as number);
    return n * Math.log(Math.max(sum, Number.MIN_VALUE) / (n - skipped));
  }
}

function subtractLags(from: Float64Array, to: Float64Array, weights: Float64Array, step: number): void {
  to.set(from);
  for (let k = 0; k < weights.length; k += 1) {
    const weight = weights[k] as number;
    const lag = (k + 1) * step;
    for (let t = lag; t < to.length; t += 1) to[t] = (to[t] as number) - weight * (from[t - lag] as number);
  }
}

function undoSeason(e: Float64Array, weights: Float64Array, period: number): void {
  for (let t = period; t < e.length; t += 1) {
    let value = e[t] as number;
    for (let k = 0, back = t - period; k < weights.length && back >= 0; k += 1, back -= period) {
      value -= (weights[k] as number) * (e[back] as number);
    }
    e[t] = value;
  }
}

function undoRecent(e: Float64Array, weights: Float64Array): void {
  const order = weights.length;
  if (order === 0) return;
  for (let t = 1; t < e.length; t += 1) {
    let value = e[t] as number;
    const reach = t < order ? t : order;
    for (let k = 0; k < reach; k += 1) value -= (weights[k] as number) * (e[t - 1 - k] as number);
    e[t] = value;
  }
}
