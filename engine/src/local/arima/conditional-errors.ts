import type { ArmaFactors } from './arma-polynomials.ts';

/**
 * One-step errors when everything before the first row counts as zero: the four factors are applied one after the other,
 * so that a seasonal model costs p + q + P + Q operations a row and not their products (Box and Jenkins, 1970).
 */
export class ConditionalErrors {
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
