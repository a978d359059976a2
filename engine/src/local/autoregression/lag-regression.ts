import { ridgeSolve } from './ridge-solve.ts';

/** Index of the lag that repeats the series best: the last row, or the same place of one of the seasons. */
export function bestNaiveLag(z: Float64Array, lags: Int32Array, periods: readonly number[]): number {
  const first = lags.at(-1) as number;
  let best = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (const lag of [1, ...periods]) {
    const index = lags.indexOf(lag);
    if (index === -1) continue;
    let sum = 0;
    for (let t = first; t < z.length; t += 1) sum += Math.abs((z[t] as number) - (z[t - lag] as number));
    if (sum < lowest) {
      lowest = sum;
      best = index;
    }
  }
  return best;
}

/**
 * Weights of the lags, then the intercept, which is not penalised. The penalty pulls towards a naive forecast (weight one
 * on lag `home`) instead of towards the mean, which would be a poor guess for a series that wanders.
 */
export function regress(z: Float64Array, lags: Int32Array, ridge: number, home: number): Float64Array {
  const count = lags.length;
  const first = lags.at(-1) as number;
  const rows = z.length - first;
  const means = new Float64Array(count + 1);
  for (let t = first; t < z.length; t += 1) {
    for (let j = 0; j < count; j += 1) means[j] = (means[j] as number) + (z[t - (lags[j] as number)] as number) / rows;
    means[count] = (means[count] as number) + (z[t] as number) / rows;
  }
  const gram = new Float64Array(count * count);
  const moment = new Float64Array(count);
  for (let i = 0; i < count; i += 1) {
    const a = lags[i] as number;
    for (let j = 0; j <= i; j += 1) {
      const b = lags[j] as number;
      let sum = 0;
      for (let t = first; t < z.length; t += 1) sum += (z[t - a] as number) * (z[t - b] as number);
      gram[i * count + j] = sum - rows * (means[i] as number) * (means[j] as number);
      gram[j * count + i] = gram[i * count + j] as number;
    }
    let sum = 0;
    for (let t = first; t < z.length; t += 1) sum += (z[t - a] as number) * (z[t] as number);
    moment[i] = sum - rows * (means[i] as number) * (means[count] as number);
  }
  const penalty = Math.max(ridge, 1e-9);
  moment[home] = (moment[home] as number) + penalty;
  const weights = ridgeSolve(gram, moment, penalty);
  let intercept = means[count] as number;
  for (let j = 0; j < count; j += 1) intercept -= (weights[j] as number) * (means[j] as number);
  return Float64Array.from([...weights, intercept]);
}
