import type { ArimaOrder } from './arima-order.ts';

/** y[t] = sum ar[i] y[t-1-i] + e[t] + sum ma[j] e[t-1-j], seasonal factors multiplied out. */
export interface Arma {
  readonly ar: Float64Array;
  readonly ma: Float64Array;
}

/**
 * Partial autocorrelations in (-1, 1) to the coefficients of a stationary autoregression
 * (Barndorff-Nielsen and Schou, 1973). Any real vector is admissible after tanh, so the search has no walls.
 */
function stationary(x: Float64Array, from: number, count: number): Float64Array {
  const phi = new Float64Array(count);
  const before = new Float64Array(count);
  for (let k = 0; k < count; k += 1) {
    const partial = Math.tanh(x[from + k] as number);
    before.set(phi);
    for (let j = 0; j < k; j += 1) phi[j] = (before[j] as number) - partial * (before[k - 1 - j] as number);
    phi[k] = partial;
  }
  return phi;
}

/** The factors of a seasonal model before they are multiplied out, signs as in `Arma`. */
export interface ArmaFactors {
  readonly ar: Float64Array;
  readonly ma: Float64Array;
  readonly seasonalAr: Float64Array;
  readonly seasonalMa: Float64Array;
}

/** Free variables in the order AR, MA, seasonal AR, seasonal MA; a model with one order more only adds a variable. */
export function factorsOf(x: Float64Array, o: ArimaOrder): ArmaFactors {
  return {
    ar: stationary(x, 0, o.p),
    ma: stationary(x, o.p, o.q).map((value) => -value),
    seasonalAr: stationary(x, o.p + o.q, o.seasonalP),
    seasonalMa: stationary(x, o.p + o.q + o.seasonalP, o.seasonalQ).map((value) => -value),
  };
}

export function armaOf(x: Float64Array, o: ArimaOrder): Arma {
  const { ar, ma, seasonalAr, seasonalMa } = factorsOf(x, o);
  return { ar: multiplied(ar, seasonalAr, o.period, -1), ma: multiplied(ma, seasonalMa, o.period, 1) };
}

/** Product of (1 + s a(B)) and (1 + s b(B^period)), without the leading one and with the sign taken out again. */
function multiplied(a: Float64Array, b: Float64Array, period: number, sign: number): Float64Array {
  const product = new Float64Array(a.length + b.length * period);
  product.set(a);
  for (let j = 0; j < b.length; j += 1) {
    const shift = (j + 1) * period;
    const weight = b[j] as number;
    product[shift - 1] = (product[shift - 1] as number) + weight;
    for (let i = 0; i < a.length; i += 1) {
      product[shift + i] = (product[shift + i] as number) + sign * weight * (a[i] as number);
    }
  }
  return product;
}
