import type { ArimaFit } from './arima-fit.ts';

/** Roots closer to the unit circle than this mean that the order, not the coefficient, is wrong. */
const MARGIN = 1.01;

/** Whether all factors (plain and seasonal, autoregressive and moving average) keep clear of unit roots. */
export function awayFromUnitRoots({ order, x }: ArimaFit): boolean {
  let from = 0;
  for (const count of [order.p, order.q, order.seasonalP, order.seasonalQ]) {
    if (!inside(x.subarray(from, from + count))) return false;
    from += count;
  }
  return true;
}

function inside(free: Float64Array): boolean {
  const count = free.length;
  let phi = new Float64Array(count);
  for (let k = 0; k < count; k += 1) {
    const partial = Math.tanh(free[k] as number);
    const before = Float64Array.from(phi);
    for (let j = 0; j < k; j += 1) phi[j] = (before[j] as number) - partial * (before[k - 1 - j] as number);
    phi[k] = partial;
  }
  // All roots lie outside the circle of radius MARGIN exactly when the stretched polynomial is still stationary.
  phi = phi.map((value, i) => value * MARGIN ** (i + 1));
  for (let k = count - 1; k >= 0; k -= 1) {
    const partial = phi[k] as number;
    const shrink = 1 - partial * partial;
    if (!(shrink > 0)) return false;
    const before = Float64Array.from(phi);
    for (let j = 0; j < k; j += 1) phi[j] = ((before[j] as number) + partial * (before[k - 1 - j] as number)) / shrink;
  }
  return true;
}
