interface Decomposition {
  readonly season: Float64Array;
  readonly trend: Float64Array;
  readonly rest: Float64Array;
}

const ROUNDS = 2;
/** Seasons that share in one seasonal estimate. */
const SEASON_WINDOW = 11;

/**
 * STL: splits a series into a season, a trend and a rest by local regression; needs two seasons (Cleveland, Cleveland,
 * McRae and Terpenning 1990, "STL: a seasonal-trend decomposition procedure based on loess", Journal of Official
 * Statistics 6).
 */
export function stl(y: Float64Array, period: number, seasonWindow = SEASON_WINDOW): Decomposition {
  const n = y.length;
  const trendWindow = odd(Math.ceil((1.5 * period) / (1 - 1.5 / seasonWindow)));
  const lowWindow = odd(period);
  let trend = new Float64Array(n);
  let season = new Float64Array(n);
  for (let round = 0; round < ROUNDS; round += 1) {
    const longer = new Float64Array(n + 2 * period);
    for (let place = 0; place < period; place += 1) {
      const members = Math.floor((n - 1 - place) / period) + 1;
      const cycle = new Float64Array(members);
      for (let i = 0; i < members; i += 1) {
        const t = place + i * period;
        cycle[i] = (y[t] as number) - (trend[t] as number);
      }
      const smooth = loess(cycle, seasonWindow, -1, members);
      for (let i = 0; i < smooth.length; i += 1) longer[place + i * period] = smooth[i] as number;
    }
    const low = loess(runningMean(runningMean(runningMean(longer, period), period), 3), lowWindow);
    season = new Float64Array(n);
    const adjusted = new Float64Array(n);
    for (let t = 0; t < n; t += 1) {
      season[t] = (longer[t + period] as number) - (low[t] as number);
      adjusted[t] = (y[t] as number) - (season[t] as number);
    }
    trend = Float64Array.from(loess(adjusted, trendWindow));
  }
  const rest = y.map((value, t) => value - (season[t] as number) - (trend[t] as number));
  return { season, trend, rest };
}

function odd(value: number): number {
  return value % 2 === 0 ? value + 1 : value;
}

/**
 * Local linear regression with tricube weights on evenly spaced points, evaluated at every point from `first` to `last`
 * (both may lie outside the data by one step): section 2 of the paper on STL.
 */
function loess(y: Float64Array, window: number, first = 0, last = y.length - 1): Float64Array {
  const n = y.length;
  const result = new Float64Array(last - first + 1);
  const span = Math.min(window, n);
  for (let x = first; x <= last; x += 1) {
    const left = Math.min(Math.max(0, x - (span >> 1)), n - span);
    const right = left + span - 1;
    let reach = Math.max(x - left, right - x);
    if (window > n) reach += (window - n) >> 1;
    const far = 0.999 * reach;
    let sumW = 0;
    let sumX = 0;
    let sumY = 0;
    let sumXX = 0;
    let sumXY = 0;
    for (let i = left; i <= right; i += 1) {
      const distance = Math.abs(i - x);
      if (distance > far) continue;
      const ratio = distance / reach;
      const bell = 1 - ratio * ratio * ratio;
      const weight = bell * bell * bell;
      const offset = i - x;
      const value = y[i] as number;
      sumW += weight;
      sumX += weight * offset;
      sumY += weight * value;
      sumXX += weight * offset * offset;
      sumXY += weight * offset * value;
    }
    const spread = sumW * sumXX - sumX * sumX;
    if (sumW <= 0) result[x - first] = y[Math.min(n - 1, Math.max(0, x))] as number;
    else if (spread > 1e-12 * sumW * sumXX && spread > 0) result[x - first] = (sumXX * sumY - sumX * sumXY) / spread;
    else result[x - first] = sumY / sumW;
  }
  return result;
}

/** Running means of `window` points; shorter than the input by `window - 1`. */
function runningMean(y: Float64Array, window: number): Float64Array {
  const means = new Float64Array(y.length - window + 1);
  let sum = 0;
  for (let i = 0; i < y.length; i += 1) {
    sum += y[i] as number;
    if (i >= window) sum -= y[i - window] as number;
    if (i >= window - 1) means[i - window + 1] = sum / window;
  }
  return means;
}

/** Rounds over all seasons: the second corrects what a longer season took from a shorter one. */
const ROUNDS_OVER_SEASONS = 2;

interface MultipleSeasons {
  /** One component for each period, in the order of the periods. */
  readonly seasons: readonly Float64Array[];
  /** What is left: trend and remainder. */
  readonly adjusted: Float64Array;
}

/**
 * Several seasons taken out one after the other, the shortest first (Bandara, Hyndman and Bergmeir 2021, "MSTL: a
 * seasonal-trend decomposition algorithm for time series with multiple seasonal patterns", arXiv:2107.13462).
 */
export function multipleSeasons(y: Float64Array, periods: readonly number[]): MultipleSeasons {
  const seasons = periods.map(() => new Float64Array(y.length));
  let adjusted = Float64Array.from(y);
  for (let round = 0; round < (periods.length > 1 ? ROUNDS_OVER_SEASONS : 1); round += 1) {
    for (const [k, period] of periods.entries()) {
      const before = seasons[k] as Float64Array;
      const withOwn = adjusted.map((value, t) => value + (before[t] as number));
      const { season } = stl(withOwn, period, 7 + 4 * (k + 1));
      seasons[k] = Float64Array.from(season);
      adjusted = withOwn.map((value, t) => value - (season[t] as number));
    }
  }
  return { seasons, adjusted };
}
