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
export function differenced(y: Float64Array, o: ArimaOrder): Float64Array {
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
