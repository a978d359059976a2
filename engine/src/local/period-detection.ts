import { autocorrelations } from './acf.ts';
import { centredAverage } from './decomposition/classical.ts';
import { completed } from './history.ts';

export interface PeriodSearch {
  /** Only these are tested; without them every lag up to a third of the rows. */
  readonly candidates?: readonly number[];
  /** Most periods to return. */
  readonly most?: number;
}

/** Newest rows that are looked at: more would cost time and change nothing. */
const ROWS = 3000;
/** A season explains at least this correlation after what was found before is taken out. */
const LEAST_CORRELATION = 0.15;
/** Share of the highest correlation that makes a divisor of its lag a season of its own. */
const KIN_SHARE = 0.6;
/** Correlation by which a multiple of a known season must beat the smaller multiples. */
const ECHO_MARGIN = 0.05;
/** Standard errors (Bartlett) that a peak must reach. */
const LEAST_Z = 2.5;

/**
 * Seasonal periods by autocorrelation. With candidates each is tested on its own, the shortest first; without, the highest
 * significant peak is taken. Either way its pattern is removed and the search goes on in what is left. Returns the
 * strongest first, none where nothing stands out.
 */
export function detectPeriods(y: Float64Array, search: PeriodSearch = {}): readonly number[] {
  const values = y.subarray(Math.max(0, y.length - ROWS));
  const start = values.findIndex((value) => !Number.isNaN(value));
  if (start === -1) return [];
  const full = completed(values.slice(start), 1);
  const most = search.most ?? 3;
  return search.candidates === undefined ? searched(full, most) : tested(full, search.candidates).slice(0, most);
}

function searched(y: Float64Array, most: number): readonly number[] {
  let z = detrended(y);
  const found: number[] = [];
  while (found.length < most) {
    const period = strongest(z, Math.floor(z.length / 3), found);
    if (period === undefined) break;
    found.push(period);
    z = withoutPattern(z, period);
  }
  return found;
}

/** A moving average over one season removes every trend that is slower, which a straight line would leave. */
function tested(y: Float64Array, candidates: readonly number[]): readonly number[] {
  const found: { period: number; correlation: number }[] = [];
  let left = y;
  for (const period of [...new Set(candidates)].sort((a, b) => a - b)) {
    if (period < 2 || y.length < 3 * period) continue;
    const trend = centredAverage(left, period);
    const half = period >> 1;
    const z = left.map((value, t) => value - (trend[t] as number)).subarray(half, left.length - half);
    const r = autocorrelations(z, period);
    const known = found.map((one) => one.period);
    if (outstanding(r, period, z.length) && !echoes(r, period, known)) {
      found.push({ period, correlation: r[period] as number });
      left = withoutPattern(left, period);
    }
  }
  return found.sort((a, b) => b.correlation - a.correlation).map((one) => one.period);
}

function outstanding(r: Float64Array, period: number, rows: number): boolean {
  let squares = 0;
  for (let lag = 1; lag < period; lag += 1) squares += (r[lag] as number) ** 2;
  const here = r[period] as number;
  const limit = LEAST_Z * Math.sqrt((1 + 2 * squares) / rows);
  return here > LEAST_CORRELATION && here > limit && (period === 2 || here > (r[period - 1] as number));
}

function strongest(z: Float64Array, longest: number, found: readonly number[]): number | undefined {
  const r = autocorrelations(z, Math.min(z.length - 1, longest + 1));
  const peaks: number[] = [];
  let squares = 0;
  let lowestSoFar = 1;
  for (let lag = 1; lag <= longest; lag += 1) {
    const here = r[lag] as number;
    const limit = LEAST_Z * Math.sqrt((1 + 2 * squares) / z.length);
    const peak = lag >= 2 && here > (r[lag - 1] as number) && here >= (r[lag + 1] as number);
    const rises = here - lowestSoFar > LEAST_CORRELATION;
    if (peak && rises && here > limit && here > LEAST_CORRELATION) {
      if (!found.includes(lag) && !echoes(r, lag, found)) peaks.push(lag);
    }
    lowestSoFar = Math.min(lowestSoFar, here);
    // Correlation beyond what one season back explains would hide every longer season behind the shorter one.
    if (lag < 3) squares += here * here;
  }
  return shortestOfKin(r, peaks);
}

/**
 * The highest peak, or the shortest season that it is made of: a week of hours is also high where only the day repeats,
 * and what the week adds is found in the next round.
 */
function shortestOfKin(r: Float64Array, peaks: readonly number[]): number | undefined {
  let best: number | undefined;
  for (const lag of peaks) if (best === undefined || (r[lag] as number) > (r[best] as number)) best = lag;
  if (best === undefined) return undefined;
  const top = best;
  return peaks.find((lag) => top % lag === 0 && (r[lag] as number) > KIN_SHARE * (r[top] as number)) ?? top;
}

/** Whether a lag only repeats a season found before: its correlation is then no higher than that of smaller multiples. */
function echoes(r: Float64Array, lag: number, found: readonly number[]): boolean {
  for (const period of found) {
    if (lag % period !== 0) continue;
    for (let smaller = period; smaller < lag; smaller += period) {
      if ((r[lag] as number) < (r[smaller] as number) + ECHO_MARGIN) return true;
    }
  }
  return false;
}

/** Residuals of a straight line. */
function detrended(y: Float64Array): Float64Array {
  const n = y.length;
  let mean = 0;
  for (const value of y) mean += value / n;
  const middle = (n - 1) / 2;
  let top = 0;
  let bottom = 0;
  for (let t = 0; t < n; t += 1) {
    top += (t - middle) * ((y[t] as number) - mean);
    bottom += (t - middle) ** 2;
  }
  const slope = bottom === 0 ? 0 : top / bottom;
  return y.map((value, t) => value - mean - slope * (t - middle));
}

function withoutPattern(z: Float64Array, period: number): Float64Array {
  const sums = new Float64Array(period);
  const counts = new Float64Array(period);
  for (let t = 0; t < z.length; t += 1) {
    sums[t % period] = (sums[t % period] as number) + (z[t] as number);
    counts[t % period] = (counts[t % period] as number) + 1;
  }
  return z.map((value, t) => value - (sums[t % period] as number) / (counts[t % period] as number));
}
