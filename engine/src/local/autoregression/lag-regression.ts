import { ridgeSolve } from '../../core/linear-algebra.ts';

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
 * Errors beyond this many standard deviations count less: 95 % efficient on clean data (Huber 1964, "Robust estimation of
 * a location parameter", Annals of Mathematical Statistics 35).
 */
const HUBER = 1.345;
const REWEIGHTINGS = 3;
/** Rows this share of the history back count half. */
const HALF_LIFE = 1;

/** Newer rows count somewhat more. */
export function ageWeights(rows: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, t) => 0.5 ** ((rows - 1 - t) / (HALF_LIFE * rows)));
}

/** Weights of rows after outliers have been found by repeated regression on the given lags. */
export function robustWeights(z: Float64Array, lags: Int32Array, ridge: number, home: number): Float64Array {
  const n = z.length;
  const first = lags.at(-1) as number;
  const age = ageWeights(n);
  let rows = age;
  for (let round = 0; round < REWEIGHTINGS; round += 1) {
    const weights = weightedRidge(z, lags, ridge, home, rows);
    const errors = new Float64Array(n - first);
    for (let t = first; t < n; t += 1) {
      let fit = weights[lags.length] as number;
      for (let j = 0; j < lags.length; j += 1) fit += (weights[j] as number) * (z[t - (lags[j] as number)] as number);
      errors[t - first] = Math.abs((z[t] as number) - fit);
    }
    const typical = 1.4826 * (Float64Array.from(errors).sort()[errors.length >> 1] as number);
    if (typical === 0) return age;
    // Rows before the longest lag have no error; other sets of lags may still use them.
    rows = age.map((share, t) =>
      t < first ? share : share * Math.min(1, (HUBER * typical) / (errors[t - first] as number)),
    );
  }
  return rows;
}

/**
 * Ridge regression on lags: weights of the lags, then the intercept, which is not penalised. The penalty pulls towards a
 * naive forecast (weight one on lag `home`) instead of towards the mean, which would be a poor guess for a series that
 * wanders.
 */
export function weightedRidge(
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
  const sums = new Float64Array(count + 3);
  for (let i = 0; i < count; i += 1) {
    const a = lags[i] as number;
    for (let t = first; t < n; t += 1)
      weighted[t] = (rows[t] as number) * ((z[t - a] as number) - (means[i] as number));
    products(weighted, z, lags, i + 1, first, sums);
    for (let j = 0; j <= i; j += 1) {
      gram[i * count + j] = scale * (sums[j] as number);
      gram[j * count + i] = scale * (sums[j] as number);
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

/**
 * Sums of `weighted[t] z[t - lag]` for the first lags, four at a time: one sum alone would wait for its own additions.
 */
function products(
  weighted: Float64Array,
  z: Float64Array,
  lags: Int32Array,
  count: number,
  first: number,
  sums: Float64Array,
): void {
  const last = count - 1;
  for (let j = 0; j < count; j += 4) {
    const a = lags[j] as number;
    const b = lags[Math.min(j + 1, last)] as number;
    const c = lags[Math.min(j + 2, last)] as number;
    const d = lags[Math.min(j + 3, last)] as number;
    let sumA = 0;
    let sumB = 0;
    let sumC = 0;
    let sumD = 0;
    for (let t = first; t < z.length; t += 1) {
      const weight = weighted[t] as number;
      sumA += weight * (z[t - a] as number);
      sumB += weight * (z[t - b] as number);
      sumC += weight * (z[t - c] as number);
      sumD += weight * (z[t - d] as number);
    }
    sums[j] = sumA;
    sums[j + 1] = sumB;
    sums[j + 2] = sumC;
    sums[j + 3] = sumD;
  }
}
