import type { Derivation } from './derive.ts';
import type { RollingStat } from './feature.ts';

/** The arrays the statistics of one window go to; undefined where one is not wanted. One shape, so that access is fast. */
interface WindowTargets {
  readonly window: number;
  readonly mean: Float64Array | undefined;
  readonly std: Float64Array | undefined;
  readonly min: Float64Array | undefined;
  readonly max: Float64Array | undefined;
  readonly median: Float64Array | undefined;
  readonly slope: Float64Array | undefined;
}

/** Fills the rolling features of a derivation into their arrays. */
export function fillRolling(d: Derivation, out: readonly (Float64Array | undefined)[]): void {
  const byWindow = new Map<number, Partial<Record<RollingStat, Float64Array>>>();
  d.recipe.features.forEach((feature, f) => {
    const target = out[f];
    if (feature.kind !== 'rolling' || target === undefined) return;
    const window = Math.min(feature.window, d.recipe.history);
    byWindow.set(window, { ...byWindow.get(window), [feature.stat]: target });
  });
  const targets = [...byWindow]
    .map(
      ([window, { mean, std, min, max, median, slope }]): WindowTargets => ({
        window,
        mean,
        std,
        min,
        max,
        median,
        slope,
      }),
    )
    .sort((x, y) => x.window - y.window);
  if (targets.length === 0) return;
  const short = targets.filter(({ median, window }) => median !== undefined && window <= MOST_SORTED);
  const sortedCells = short.at(-1)?.window ?? 0;
  for (let p = 0; p < d.plan.series.length; p++) {
    const values = d.values[d.plan.series[p] as number] as Float64Array;
    const origin = d.plan.origin[p] as number;
    rollingAt(values, origin, targets, p, d.level[p] as number, 1 / (d.scale[p] as number), sortedCells);
  }
}

/**
 * Statistics of the windows that end at `origin`, in one walk back over the longest of them. A value depends on the
 * cells of its window only (no running sums), so a single origin gives the same bits as a whole batch.
 */
function rollingAt(
  values: Float64Array,
  origin: number,
  targets: readonly WindowTargets[],
  p: number,
  level: number,
  rate: number,
  sortedCells: number,
): void {
  const first = values[origin] as number;
  const shift = Number.isNaN(first) ? 0 : first;
  let sum = 0;
  let squares = 0;
  let products = 0;
  let back = 0;
  // Sums over the positions themselves have a closed form; only missing cells have to be taken out of it.
  let missing = 0;
  let missingBacks = 0;
  let missingSquares = 0;
  const sortedEnd = Math.min(sortedCells, origin + 1);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let w = 0; w < targets.length; w++) {
    const of = targets[w] as WindowTargets;
    const end = Math.min(of.window, origin + 1);
    for (; back < end; back++) {
      const value = (values[origin - back] as number) - shift;
      if (Number.isNaN(value)) {
        missing++;
        missingBacks += back;
        missingSquares += back * back;
        continue;
      }
      sum += value;
      squares += value * value;
      if (value < low) low = value;
      if (value > high) high = value;
      products += back * value;
      // Short windows lie inside each other, so one sorted list serves the medians of all of them.
      if (back < sortedEnd) insertSorted(value, back - missing);
    }
    const count = end - missing;
    const mean = sum / count;
    const offset = shift - level;
    if (of.mean !== undefined) of.mean[p] = (mean + offset) * rate;
    if (of.std !== undefined) of.std[p] = Math.sqrt(Math.max(0, squares / count - mean * mean)) * rate;
    if (of.min !== undefined) of.min[p] = count > 0 ? (low + offset) * rate : Number.NaN;
    if (of.max !== undefined) of.max[p] = count > 0 ? (high + offset) * rate : Number.NaN;
    if (of.slope !== undefined) {
      const backs = ((end - 1) * end) / 2 - missingBacks;
      const spread = ((end - 1) * end * (2 * end - 1)) / 6 - missingSquares - (backs * backs) / count;
      of.slope[p] = spread > 0 ? (-(products - backs * mean) / spread) * rate : Number.NaN;
    }
    if (of.median !== undefined) {
      const middle = end <= sortedCells ? sortedMedian(count) + shift : medianOf(values, origin - end + 1, origin + 1);
      of.median[p] = (middle - level) * rate;
    }
  }
}

/** Longer windows are sorted as a whole: inserting one by one costs with the square of their length. */
const MOST_SORTED = 48;
const sorted = new Float64Array(MOST_SORTED);

/** Puts a value into the first `count` sorted cells. */
function insertSorted(value: number, count: number): void {
  let at = count;
  while (at > 0 && (sorted[at - 1] as number) > value) {
    sorted[at] = sorted[at - 1] as number;
    at--;
  }
  sorted[at] = value;
}

function sortedMedian(count: number): number {
  if (count === 0) return Number.NaN;
  const middle = count >> 1;
  if (count % 2 === 1) return sorted[middle] as number;
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Median of the present values of a range; NaN when there are none. */
function medianOf(values: Float64Array, from: number, to: number): number {
  const present = values
    .slice(from, to)
    .filter((value) => !Number.isNaN(value))
    .sort();
  if (present.length === 0) return Number.NaN;
  const middle = present.length >> 1;
  if (present.length % 2 === 1) return present[middle] as number;
  return ((present[middle - 1] as number) + (present[middle] as number)) / 2;
}
