import { EngineProblem } from '../core/engine-problem.ts';

/** Errors of a forecaster in past windows. A cell is one forecast time of one series in one window. */
export interface Residuals {
  /** Actual minus forecast. */
  readonly error: Float64Array;
  readonly series: Int32Array;
  readonly window: Int32Array;
  /** Position of the forecast distance in the forecast window, from 0. */
  readonly distance: Int32Array;
  /** Size of each series' own noise, known before any window: mean absolute seasonal change of its history. */
  readonly noise: Float64Array;
}

/** What is needed to put intervals around new forecasts. */
export interface IntervalModel {
  /** Scale of each known series. */
  readonly scales: Float64Array;
  /** Scale of an unknown series is its noise times this. */
  readonly noiseFactor: number;
  /** Scaled errors of each distance, ascending: the whole distribution, so any coverage can be asked for. */
  readonly scaled: readonly Float64Array[];
}

/** Cells' worth of trust in the noise of a series against its own errors in other windows. */
const PRIOR_CELLS = 8;
/** Errors that make the tails of one distance: five beyond each end of a 95 % interval. */
const ENOUGH = 200;
/** Quantiles kept of each distance; a saved model stays small whatever the number of series. */
const KEPT = 400;

/**
 * Split conformal intervals per forecast distance: as wide as past errors show is needed, whatever their distribution
 * (Vovk, Gammerman and Shafer 2005, "Algorithmic learning in a random world"), locally weighted (Lei, G'Sell, Rinaldo,
 * Tibshirani and Wasserman 2018, "Distribution-free predictive inference for regression", Journal of the American
 * Statistical Association 113). Each error is divided by a scale taken from the other windows of its series, never from
 * the window it lies in: otherwise large errors would shrink themselves and the intervals would come out too narrow.
 */
export function learnIntervals(residuals: Residuals, seriesCount: number, distances: number): IntervalModel {
  const { error, series, window, noise } = residuals;
  if (error.length === 0) {
    throw new EngineProblem('intervals.empty', 'There are no backtest errors to take intervals from: run a backtest.');
  }
  const windows = 1 + window.reduce((high, w) => Math.max(high, w), 0);
  const sums = new Float64Array(seriesCount * windows);
  const counts = new Float64Array(seriesCount * windows);
  let absolute = 0;
  let noises = 0;
  for (let c = 0; c < error.length; c++) {
    const at = (series[c] as number) * windows + (window[c] as number);
    sums[at] = (sums[at] as number) + Math.abs(error[c] as number);
    counts[at] = (counts[at] as number) + 1;
    // Each cell counts relative to its noise, so that large series do not decide for all.
    const size = noise[series[c] as number] as number;
    if (size > 0) {
      absolute += Math.abs(error[c] as number) / size;
      noises++;
    }
  }
  const noiseFactor = noises > 0 && absolute > 0 ? absolute / noises : 1;
  // The scale from one window cannot be checked against another, so none is taken from it.
  const takesScales = windows > 1;
  const scaleOf = (s: number, without: number): number => {
    const prior = (noise[s] as number) * noiseFactor;
    let sum = prior * PRIOR_CELLS;
    let count = prior > 0 ? PRIOR_CELLS : 0;
    for (let w = 0; w < windows && (takesScales || count === 0); w++) {
      if (w === without) continue;
      sum += sums[s * windows + w] as number;
      count += counts[s * windows + w] as number;
    }
    return count > 0 ? sum / count : 0;
  };
  const scales = Float64Array.from({ length: seriesCount }, (_, s) => scaleOf(s, -1));
  const scaled = poolResiduals(residuals, distances, (c) => scaleOf(series[c] as number, window[c] as number));
  return { scales, noiseFactor, scaled };
}

/** Scaled errors of each distance and its neighbours, ascending and thinned to a fixed number of quantiles. */
function poolResiduals(residuals: Residuals, distances: number, scaleAt: (cell: number) => number): Float64Array[] {
  const lists = Array.from({ length: distances }, (): number[] => []);
  for (let c = 0; c < residuals.error.length; c++) {
    const scale = scaleAt(c);
    const error = residuals.error[c] as number;
    // A series that has never moved has no scale; it says nothing about those that do.
    if (scale > 0) lists[residuals.distance[c] as number]?.push(error / scale);
  }
  return lists.map((_, d) => thinOut(Float64Array.from(neighbourhood(lists, d)).sort()));
}

/** Values of a distance and, while there are too few of them for a tail, of the distances around it. */
function neighbourhood(lists: readonly number[][], at: number): number[] {
  let near = lists[at] as number[];
  for (let reach = 1; near.length < ENOUGH && reach < lists.length; reach++) {
    near = lists.slice(Math.max(0, at - reach), at + reach + 1).flat();
  }
  return near;
}

function thinOut(sorted: Float64Array): Float64Array {
  if (sorted.length <= KEPT) return sorted;
  return Float64Array.from({ length: KEPT }, (_, i) => quantile(sorted, (i + 0.5) / KEPT));
}

/**
 * Quantile of ascending values by linear interpolation (type 7 of Hyndman and Fan 1996, "Sample quantiles in statistical
 * packages", American Statistician 50).
 */
export function quantile(sorted: Float64Array, level: number): number {
  if (sorted.length === 0) return 0;
  const at = Math.min(Math.max(level, 0), 1) * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.min(low + 1, sorted.length - 1);
  return (sorted[low] as number) + (at - low) * ((sorted[high] as number) - (sorted[low] as number));
}

/** Lower and upper ends, one value a cell. */
interface Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

interface IntervalRequest {
  /** Forecasts, all distances of a series together. */
  readonly forecast: Float64Array;
  readonly distances: number;
  /** Number of each series in the data the intervals were learned from; -1 for a new one. */
  readonly series: ArrayLike<number>;
  /** Noise of each series, used for those that are new. */
  readonly noise: ArrayLike<number>;
  /** True where a series has never been negative: its interval will not be either. */
  readonly nonNegative: ArrayLike<boolean>;
}

/** Interval that should hold `coverage` (0.8, 0.95) of the outcomes. */
export function intervalsOf(model: IntervalModel, request: IntervalRequest, coverage: number): Bounds {
  const { forecast, distances } = request;
  const lower = new Float64Array(forecast.length);
  const upper = new Float64Array(forecast.length);
  const tails = model.scaled.map((sorted) => tail(sorted, coverage));
  for (let c = 0; c < forecast.length; c++) {
    const i = Math.floor(c / distances);
    const s = request.series[i] as number;
    const scale = s >= 0 ? (model.scales[s] as number) : (request.noise[i] as number) * model.noiseFactor;
    const [low, high] = tails[c % distances] as readonly [number, number];
    const centre = forecast[c] as number;
    lower[c] = centre + Math.min(0, low * scale);
    upper[c] = centre + Math.max(0, high * scale);
    if (request.nonNegative[i] === true && (lower[c] as number) < 0) lower[c] = Math.min(0, centre);
  }
  return { lower, upper };
}

/** Both tails with the finite-sample step of conformal prediction: one more outcome is still to come. */
function tail(sorted: Float64Array, coverage: number): readonly [number, number] {
  const n = sorted.length;
  const miss = (1 - coverage) / 2;
  const step = n > 0 ? 1 / n : 0;
  return [quantile(sorted, miss - step * (1 - miss)), quantile(sorted, 1 - miss + step * (1 - miss))];
}
