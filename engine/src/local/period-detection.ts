import { autocorrelations } from './acf.ts';
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
 * Seasonal periods by autocorrelation: the highest significant peak is taken, its pattern removed, and the search goes on
 * in what is left. Returns the strongest first, none where nothing stands out.
 */
export function detectPeriods(y: Float64Array, search: PeriodSearch = {}): readonly number[] {
  const values = y.subarray(Math.max(0, y.length - ROWS));
  const start = values.findIndex((value) => !Number.isNaN(value));
  if (start === -1) return [];
  let z = detrended(completed(values.slice(start), 1));
  const longest = Math.floor(z.length / 3);
  const found: number[] = [];
  while (found.length < (search.most ?? 3)) {
    const period = strongest(z, longest, search.candidates, found);
    if (period === undefined) break;
    found.push(period);
    z = withoutPattern(z, period);
  }
  return found;
}

function strongest(
  z: Float64Array,
  longest: number,
  candidates: readonly number[] | undefined,
  found: readonly number[],
): number | undefined {
  const r = autocorrelations(z, Math.min(z.length - 1, longest + 1));
  const peaks: number[] = [];
  let squares = 0;
  let lowestSoFar = 1;
  for (let lag = 1; lag <= longest; lag += 1) {
    const here = r[lag] as number;
    const limit = LEAST_Z * Math.sqrt((1 + 2 * squares) / z.length);
    const peak = lag >= 2 && here > (r[lag - 1] as number) && here >= (r[lag + 1] as number);
    const rises = here - lowestSoFar > LEAST_CORRELATION;
    const open = candidates === undefined || candidates.includes(lag);
    if (open && peak && rises && here > limit && here > LEAST_CORRELATION) {
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
