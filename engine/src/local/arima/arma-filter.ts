import { startingCovariance } from './arma-covariance.ts';
import type { Arma } from './arma-polynomials.ts';

export interface Filtered {
  /** Minus twice the log likelihood with variance and constant at their best, without the terms all models share. */
  readonly deviance: number;
  /** Mean of the filtered series. */
  readonly constant: number;
  readonly variance: number;
}

/** Once the variance of a prediction is this close to its limit the filter has forgotten its start. */
const SETTLED = 1e-6;
const TINY = 1e-140;
const HUGE = 1e140;

/**
 * Exact Gaussian likelihood of an ARMA process in O(n r): a Kalman filter that updates a vector instead of the whole
 * covariance matrix (Morf, Sidhu and Kailath 1974, "Some new algorithms for recursive estimation in constant, linear,
 * discrete-time systems", IEEE Transactions on Automatic Control 19; Mélard 1984, "Algorithm AS 197: a fast algorithm for
 * the exact likelihood of autoregressive-moving average models", Applied Statistics 33), and a plain recursion over the
 * non-zero lags once the gain has settled. A constant is concentrated out by filtering a series of ones alongside.
 */
export class ArmaFilter {
  /** One-step prediction errors of the last run. */
  readonly errors: Float64Array;
  readonly #w: Float64Array;
  readonly #ones: Float64Array;
  readonly #spread: Float64Array;
  #state = new Float64Array(0);
  #unit = new Float64Array(0);
  #gain = new Float64Array(0);
  #drop = new Float64Array(0);
  #phi = new Float64Array(0);
  #settledAt = 0;
  #logs = 0;

  constructor(w: Float64Array) {
    this.#w = w;
    this.errors = new Float64Array(w.length);
    this.#ones = new Float64Array(w.length);
    this.#spread = new Float64Array(w.length);
  }

  /** Undefined where the parameters are at the edge of what floating point can tell from a unit root. */
  run(arma: Arma, withConstant: boolean): Filtered | undefined {
    const size = Math.max(arma.ar.length, arma.ma.length + 1);
    const column = startingCovariance(arma, size);
    if (column === undefined) return undefined;
    this.#begin(arma, column, size);
    this.#transient(size, arma.ar.length, column[0] as number, withConstant);
    this.#steady(arma, withConstant);
    return this.#conclude(withConstant);
  }

  /** Predictions after the last row, by the parameters of the last run. */
  predict(arma: Arma, constant: number, horizon: number): Float64Array {
    return this.#settledAt < this.#w.length
      ? this.#predictByLags(arma, constant, horizon)
      : this.#predictByState(constant, horizon);
  }

  #begin(arma: Arma, column: Float64Array, size: number): void {
    if (this.#phi.length !== size + 1) {
      this.#phi = new Float64Array(size + 1);
      this.#state = new Float64Array(size + 1);
      this.#unit = new Float64Array(size + 1);
      this.#gain = new Float64Array(size + 1);
      this.#drop = new Float64Array(size + 1);
    }
    this.#phi.fill(0);
    this.#phi.set(arma.ar);
    this.#state.fill(0);
    this.#unit.fill(0);
    for (let i = 0; i < size; i += 1) {
      const ahead = i + 1 < size ? (column[i + 1] as number) : 0;
      this.#gain[i] = (this.#phi[i] as number) * (column[0] as number) + ahead;
      this.#drop[i] = this.#gain[i] as number;
    }
  }

  /** Arrays carry one zero beyond `size`, so that the shift of the transition needs no test for the last row. */
  #transient(size: number, longestLag: number, first: number, withConstant: boolean): void {
    const w = this.#w;
    const n = w.length;
    const { errors } = this;
    const ones = this.#ones;
    const spread = this.#spread;
    const phi = this.#phi;
    const state = this.#state;
    const unit = this.#unit;
    const gain = this.#gain;
    const drop = this.#drop;
    let variance = first;
    let scale = -1 / first;
    let logs = 0;
    let product = 1;
    let t = 0;
    for (; t < n; t += 1) {
      if (variance - 1 < SETTLED && t >= longestLag && t > 0) break;
      const at = state[0] as number;
      const error = (w[t] as number) - at;
      errors[t] = error;
      spread[t] = variance;
      product *= variance;
      if (product < TINY || product > HUGE) {
        logs += Math.log(product);
        product = 1;
      }
      const pull = error / variance;
      const lead = drop[0] as number;
      const cut = lead / variance;
      const grow = scale * lead;
      if (withConstant) {
        const unitAt = unit[0] as number;
        const one = 1 - unitAt;
        ones[t] = one;
        const unitPull = one / variance;
        for (let i = 0; i < size; i += 1) {
          unit[i] = (phi[i] as number) * unitAt + (unit[i + 1] as number) + (gain[i] as number) * unitPull;
        }
      }
      for (let i = 0; i < size; i += 1) {
        const weight = phi[i] as number;
        const held = gain[i] as number;
        state[i] = weight * at + (state[i + 1] as number) + held * pull;
        const moved = weight * lead + (drop[i + 1] as number);
        drop[i] = moved - held * cut;
        gain[i] = held + grow * moved;
      }
      const next = variance + grow * lead;
      scale *= variance / next;
      variance = next;
    }
    this.#settledAt = t;
    this.#logs = logs + Math.log(product);
  }

  #steady(arma: Arma, withConstant: boolean): void {
    if (this.#settledAt >= this.#w.length) return;
    const ar = lagsOf(arma.ar);
    const ma = lagsOf(arma.ma);
    const reach = ar.weights.reduce((left, weight) => left - weight, 1);
    follow(this.#w, undefined, this.errors, ar, ma, this.#settledAt);
    if (withConstant) follow(undefined, reach, this.#ones, ar, ma, this.#settledAt);
  }

  #conclude(withConstant: boolean): Filtered {
    const e = this.errors;
    const o = this.#ones;
    const n = e.length;
    let ee = 0;
    let eo = 0;
    let oo = 0;
    for (let t = 0; t < n; t += 1) {
      const weight = t < this.#settledAt ? 1 / (this.#spread[t] as number) : 1;
      const error = e[t] as number;
      ee += error * error * weight;
      if (withConstant) {
        const one = o[t] as number;
        eo += error * one * weight;
        oo += one * one * weight;
      }
    }
    const constant = withConstant && oo > 0 ? eo / oo : 0;
    if (constant !== 0) for (let t = 0; t < n; t += 1) e[t] = (e[t] as number) - constant * (o[t] as number);
    const variance = Math.max(ee - constant * eo, Number.MIN_VALUE) / n;
    return { deviance: n * Math.log(variance) + this.#logs, constant, variance };
  }

  #predictByState(constant: number, horizon: number): Float64Array {
    const phi = this.#phi;
    const size = phi.length - 1;
    const state = this.#state.map((value, i) => value - constant * (this.#unit[i] as number));
    const mean = new Float64Array(horizon);
    for (let h = 0; h < horizon; h += 1) {
      const at = state[0] as number;
      mean[h] = constant + at;
      for (let i = 0; i < size; i += 1) state[i] = (phi[i] as number) * at + (state[i + 1] as number);
    }
    return mean;
  }

  #predictByLags(arma: Arma, constant: number, horizon: number): Float64Array {
    const n = this.#w.length;
    const path = new Float64Array(n + horizon);
    for (let t = 0; t < n; t += 1) path[t] = (this.#w[t] as number) - constant;
    for (let t = n; t < n + horizon; t += 1) {
      let sum = 0;
      for (let i = 0; i < arma.ar.length && i < t; i += 1) sum += (arma.ar[i] as number) * (path[t - 1 - i] as number);
      for (let j = t - n; j < arma.ma.length && j < t; j += 1) {
        sum += (arma.ma[j] as number) * (this.errors[t - 1 - j] as number);
      }
      path[t] = sum;
    }
    return path.slice(n).map((value) => value + constant);
  }
}

interface Lags {
  readonly lags: Int32Array;
  readonly weights: Float64Array;
}

function lagsOf(weights: Float64Array): Lags {
  const lags: number[] = [];
  for (let i = 0; i < weights.length; i += 1) if (weights[i] !== 0) lags.push(i + 1);
  return { lags: Int32Array.from(lags), weights: Float64Array.from(lags, (lag) => weights[lag - 1] as number) };
}

/** Errors from row `first` on: of the series `w`, or of a series of ones whose autoregressive image is `image`. */
function follow(
  w: Float64Array | undefined,
  image: number | undefined,
  errors: Float64Array,
  ar: Lags,
  ma: Lags,
  first: number,
): void {
  for (let t = first; t < errors.length; t += 1) {
    let sum = 0;
    if (w === undefined) {
      sum = image as number;
    } else {
      sum = w[t] as number;
      for (let k = 0; k < ar.lags.length; k += 1) {
        const back = t - (ar.lags[k] as number);
        if (back >= 0) sum -= (ar.weights[k] as number) * (w[back] as number);
      }
    }
    for (let k = 0; k < ma.lags.length; k += 1) {
      const back = t - (ma.lags[k] as number);
      if (back >= 0) sum -= (ma.weights[k] as number) * (errors[back] as number);
    }
    errors[t] = sum;
  }
}
