/** y[t] = sum ar[i] y[t-1-i] + e[t] + sum ma[j] e[t-1-j], seasonal factors multiply out. */
export interface Arma {
  readonly ar: Float64Array;
  readonly ma: Float64Array;
}

/**
 * Partial autocorrelations in (-1, 1) to the coefficients of a stationary autoregression: any real vector is admissible
 * after tanh, so the search has no walls (Barndorff-Nielsen and Schou 1973, "On the parametrization of autoregressive
 * models by partial autocorrelations", Journal of Multivariate Analysis 3).
 */
export function stationary(x: Float64Array, from: number, count: number): Float64Array {
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
  return { ar: multiply(ar, seasonalAr, o.period, -1), ma: multiply(ma, seasonalMa, o.period, 1) };
}

/** Product of (1 + s a(B)) and (1 + s b(B^period)), without the leading one and with the sign taken out again. */
function multiply(a: Float64Array, b: Float64Array, period: number, sign: number): Float64Array {
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

/** ARIMA(p,d,q)(P,D,Q)[period]; `constant` is a mean without differencing, a drift with one difference. */
export interface ArimaOrder {
  readonly p: number;
  readonly d: number;
  readonly q: number;
  readonly seasonalP: number;
  readonly seasonalD: number;
  readonly seasonalQ: number;
  readonly period: number;
  readonly constant: boolean;
}

export function arimaName(o: ArimaOrder): string {
  const season = o.period > 1 ? `(${o.seasonalP},${o.seasonalD},${o.seasonalQ})[${o.period}]` : '';
  const constant = !o.constant ? '' : o.d + o.seasonalD > 0 ? ' with drift' : ' with mean';
  return `ARIMA(${o.p},${o.d},${o.q})${season}${constant}`;
}

/** Number of autoregressive and moving-average coefficients. */
export function coefficientCount(o: ArimaOrder): number {
  return o.p + o.q + o.seasonalP + o.seasonalQ;
}

/** Applies the differences of the order; the result is shorter by d + D x period. */
export function applyDifferences(y: Float64Array, o: ArimaOrder): Float64Array {
  let w = y;
  for (let i = 0; i < o.seasonalD; i += 1) w = difference(w, o.period);
  for (let i = 0; i < o.d; i += 1) w = difference(w, 1);
  return w;
}

export function difference(y: Float64Array, lag: number): Float64Array {
  const n = Math.max(0, y.length - lag);
  const w = new Float64Array(n);
  for (let t = 0; t < n; t += 1) w[t] = (y[t + lag] as number) - (y[t] as number);
  return w;
}

/** Coefficients c with y[t] = w[t] + sum of c[i] y[t-1-i]: the differences of the order, multiplied out. */
export function integrationWeights(o: ArimaOrder): Float64Array {
  let poly = Float64Array.of(1);
  for (let i = 0; i < o.seasonalD; i += 1) poly = timesDifference(poly, o.period);
  for (let i = 0; i < o.d; i += 1) poly = timesDifference(poly, 1);
  return poly.slice(1).map((value) => -value);
}

function timesDifference(poly: Float64Array, lag: number): Float64Array<ArrayBuffer> {
  const product = new Float64Array(poly.length + lag);
  product.set(poly);
  for (let i = 0; i < poly.length; i += 1) product[i + lag] = (product[i + lag] as number) - (poly[i] as number);
  return product;
}
