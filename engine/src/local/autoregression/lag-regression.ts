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

/** Errors beyond this many standard deviations count less: 95 % efficient on clean data (Huber, 1964). */
const HUBER = 1.345;
const REWEIGHTINGS = 3;
/** Rows this share of the history back count half. */
const HALF_LIFE = 1;

/**
 * Robust ridge regression on lags: weights of the lags, then the intercept, which is not penalised. The penalty pulls
 * towards a naive forecast (weight one on lag `home`) instead of towards the mean, which would be a poor guess for a
 * series that wanders. Newer rows count somewhat more, and single outliers much less.
 */
export function regress(z: Float64Array, lags: Int32Array, ridge: number, home: number): Float64Array {
  const n = z.length;
  const first = lags.at(-1) as number;
  const age = Float64Array.from({ length: n }, (_, t) => 0.5 ** ((n - 1 - t) / (HALF_LIFE * n)));
  let weights = weightedRidge(z, lags, ridge, home, age);
  for (let round = 0; round < REWEIGHTINGS; round += 1) {
    const errors = new Float64Array(n - first);
    for (let t = first; t < n; t += 1) {
      let fit = weights[lags.length] as number;
      for (let j = 0; j < lags.length; j += 1) fit += (weights[j] as number) * (z[t - (lags[j] as number)] as number);
      errors[t - first] = Math.abs((z[t] as number) - fit);
    }
    const typical = 1.4826 * (Float64Array.from(errors).sort()[errors.length >> 1] as number);
    if (typical === 0) break;
    const rows = age.map((share, t) =>
      t < first ? 0 : share * Math.min(1, (HUBER * typical) / (errors[t - first] as number)),
    );
    weights = weightedRidge(z, lags, ridge, home, rows);
  }
  return weights;
}

function weightedRidge(
  z: Float64Array,
  lags: Int32Array,
  ridge: number,
  home: number,
  rows: Float64Array,
): Float64Array {
  const n = z.length;
  const count = lags.length;
  const first = lags.at(-1) as number;
  let total = 0;
  for (let t = first; t < n; t += 1) total += rows[t] as number;
  const meanOf = (lag: number): number => {
    let sum = 0;
    for (let t = first; t < n; t += 1) sum += (rows[t] as number) * (z[t - lag] as number);
    return sum / total;
  };
  const means = Float64Array.from(lags, meanOf);
  const own = meanOf(0);
  // The penalty is in units of rows, so the weights are brought back to a mean of one.
  const scale = (n - first) / total;
  const gram = new Float64Array(count * count);
  const moment = new Float64Array(count);
  const weighted = new Float64Array(n);
  for (let i = 0; i < count; i += 1) {
    const a = lags[i] as number;
    for (let t = first; t < n; t += 1)
      weighted[t] = (rows[t] as number) * ((z[t - a] as number) - (means[i] as number));
    for (let j = 0; j <= i; j += 1) {
      const b = lags[j] as number;
      let sum = 0;
      for (let t = first; t < n; t += 1) sum += (weighted[t] as number) * (z[t - b] as number);
      gram[i * count + j] = scale * sum;
      gram[j * count + i] = scale * sum;
    }
    let sum = 0;
    for (let t = first; t < n; t += 1) sum += (weighted[t] as number) * (z[t] as number);
    moment[i] = scale * sum;
  }
  const penalty = Math.max(ridge, 1e-9);
  moment[home] = (moment[home] as number) + penalty;
  const weights = ridgeSolve(gram, moment, penalty);
  let intercept = own;
  for (let j = 0; j < count; j += 1) intercept -= (weights[j] as number) * (means[j] as number);
  return Float64Array.from([...weights, intercept]);
}
