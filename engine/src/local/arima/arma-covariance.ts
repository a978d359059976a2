import type { Arma } from './arma-polynomials.ts';

/**
 * Covariances between the state of Harvey's form (Harvey 1989, "Forecasting, structural time series models and the Kalman
 * filter") and the observation at the same time, for innovations of variance 1: all that the filter needs to start. Returns undefined where the autoregression is not stationary in floating point.
 */
export function startingCovariance({ ar, ma }: Arma, size: number): Float64Array | undefined {
  const p = ar.length;
  const q = ma.length;
  const pure = autoregressiveCovariances(ar, p + q);
  if (pure === undefined) return undefined;
  const shape = new Float64Array(q + 1);
  for (let s = 0; s <= q; s += 1) {
    let sum = 0;
    for (let i = 0; i + s <= q; i += 1) sum += weightAt(ma, i) * weightAt(ma, i + s);
    shape[s] = sum;
  }
  const gamma = new Float64Array(p + 1);
  for (let k = 0; k <= p; k += 1) {
    let sum = (shape[0] as number) * (pure[k] as number);
    for (let s = 1; s <= q; s += 1) {
      const weight = shape[s] as number;
      if (weight !== 0) sum += weight * ((pure[k + s] as number) + (pure[Math.abs(k - s)] as number));
    }
    gamma[k] = sum;
  }
  const psi = impulse(ar, ma, q);
  const column = new Float64Array(size);
  column[0] = gamma[0] as number;
  for (let i = 1; i < size; i += 1) {
    let sum = 0;
    for (let j = i; j < p; j += 1) if (ar[j] !== 0) sum += (ar[j] as number) * (gamma[j + 1 - i] as number);
    for (let j = i; j <= q; j += 1) if (ma[j - 1] !== 0) sum += (ma[j - 1] as number) * (psi[j - i] as number);
    column[i] = sum;
  }
  return column;
}

function weightAt(ma: Float64Array, i: number): number {
  return i === 0 ? 1 : (ma[i - 1] as number);
}

/** Weights of the infinite moving average, lags 0 to `last`. */
function impulse(ar: Float64Array, ma: Float64Array, last: number): Float64Array {
  const psi = new Float64Array(last + 1);
  psi[0] = 1;
  for (let k = 1; k <= last; k += 1) {
    let sum = ma[k - 1] as number;
    for (let j = 0; j < ar.length && j < k; j += 1)
      if (ar[j] !== 0) sum += (ar[j] as number) * (psi[k - 1 - j] as number);
    psi[k] = sum;
  }
  return psi;
}

/** Autocovariances of a pure autoregression by stepping Levinson's recursion down and up again. */
function autoregressiveCovariances(ar: Float64Array, last: number): Float64Array | undefined {
  const p = ar.length;
  const rows = new Float64Array(p * p);
  let variance = 1;
  if (p > 0) rows.set(ar, (p - 1) * p);
  for (let k = p - 1; k >= 0; k -= 1) {
    const partial = rows[k * p + k] as number;
    const shrink = 1 - partial * partial;
    if (!(shrink > 1e-12)) return undefined;
    variance /= shrink;
    for (let j = 0; j < k; j += 1) {
      rows[(k - 1) * p + j] = ((rows[k * p + j] as number) + partial * (rows[k * p + k - 1 - j] as number)) / shrink;
    }
  }
  const gamma = new Float64Array(last + 1);
  // The row of order k solves the equations of lags up to k, so lag k follows from the lags before it.
  gamma[0] = variance;
  for (let k = 1; k <= last; k += 1) {
    const order = Math.min(k, p);
    let sum = 0;
    for (let j = 0; j < order; j += 1) sum += (rows[(order - 1) * p + j] as number) * (gamma[k - 1 - j] as number);
    gamma[k] = sum;
  }
  return gamma;
}
