import { interval, oneOf } from '../../model/constraint.ts';
import { localForecaster, type Projection } from '../local-model.ts';
import { selectedLags } from './lags.ts';
import { ridgeSolve } from './ridge-solve.ts';

export interface ArRidgeParams {
  /** `log` models growth and season as factors; it is used only where every value is positive. */
  readonly scale: 'level' | 'log';
  /** Penalty in units of observations, on standardised values: 0 is least squares, large is the best naive forecast. */
  readonly ridge: number;
}

/** Autoregression on selected lags with a ridge penalty, forecasting step by step. */
export const arRidge = localForecaster<ArRidgeParams>({
  name: 'ar-ridge',
  title: 'Autoregression on selected lags',
  params: { scale: oneOf(['level', 'log'], 'level'), ridge: interval(0, 1000, 1, { scale: 'log' }) },
  leastRows: 8,
  learn(y, spec, params) {
    const log = params.scale === 'log' && y.every((value) => value > 0);
    const z = log ? y.map(Math.log) : y;
    const { centre, spread } = standard(z);
    const scaled = z.map((value) => (value - centre) / spread);
    const lags = selectedLags(y.length, spec.periods);
    const weights = regress(scaled, lags, params.ridge, bestNaiveLag(scaled, lags, spec.periods));
    return Float64Array.from([log ? 1 : 0, centre, spread, lags.length, ...lags, ...weights]);
  },
  project(learned, y, _, horizon) {
    return run(learned, y, horizon);
  },
  detail: (learned) => `${learned[0] === 1 ? 'log ' : ''}AR on ${learned[3]} lags`,
});

function standard(z: Float64Array): { centre: number; spread: number } {
  let centre = 0;
  for (const value of z) centre += value / z.length;
  let squares = 0;
  for (const value of z) squares += (value - centre) ** 2;
  return { centre, spread: Math.sqrt(squares / z.length) || 1 };
}

/** Index of the lag that repeats the series best: the last row, or the same place of one of the seasons. */
function bestNaiveLag(z: Float64Array, lags: Int32Array, periods: readonly number[]): number {
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
function regress(z: Float64Array, lags: Int32Array, ridge: number, home: number): Float64Array {
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

function run(learned: Float64Array, y: Float64Array, horizon: number): Projection {
  const [log = 0, centre = 0, spread = 1, count = 0] = learned;
  const lags = learned.subarray(4, 4 + count);
  const weights = learned.subarray(4 + count, 4 + 2 * count);
  const intercept = learned[4 + 2 * count] as number;
  const n = y.length;
  const path = new Float64Array(n + horizon);
  const fitted = new Float64Array(n).fill(Number.NaN);
  // After an append a value may no longer be positive; the smallest positive one stands in for its logarithm.
  for (let t = 0; t < n; t += 1) {
    const value = log === 1 ? Math.log(Math.max(y[t] as number, Number.MIN_VALUE)) : (y[t] as number);
    path[t] = (value - centre) / spread;
  }
  const back = (value: number): number => (log === 1 ? Math.exp(centre + spread * value) : centre + spread * value);
  for (let t = lags[count - 1] as number; t < n + horizon; t += 1) {
    let sum = intercept;
    for (let j = 0; j < count; j += 1) sum += (weights[j] as number) * (path[t - (lags[j] as number)] as number);
    if (t >= n) path[t] = sum;
    else fitted[t] = back(sum);
  }
  return { mean: path.slice(n).map(back), fitted };
}
