import { type IntervalModel, quantile } from './conformal.ts';

/** Lower and upper ends, one value a cell. */
export interface Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface IntervalRequest {
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
