import type { RollingStat } from './feature.ts';
import type { Derivation } from './training-plan.ts';

/** Longer windows are sorted as a whole: inserting one by one costs with the square of their length. */
const MOST_SORTED = 48;
/** From this many origins in a row on, windows that slide are quicker than windows built anew. */
const LEAST_RUN = 4;

/** Smallest, largest and middle value of windows. The bits are the same whether the windows slide or not. */
function orderStatistics(d: Derivation, targets: readonly WindowTargets[]): void {
  const { series, origin } = d.plan;
  const short = targets.filter(({ window }) => window <= MOST_SORTED);
  const long = targets.filter(({ window }) => window > MOST_SORTED);
  const widest = short.filter(({ median }) => median !== undefined).at(-1)?.window ?? 0;
  const longMedians = long.some(({ median }) => median !== undefined);
  const fresh = new SortedCells(widest);
  const unsorted = new SortedCells(0);
  const sliding = short.map(({ window }) => new SortedCells(window));
  for (let p = 0; p < series.length; ) {
    const values = d.values[series[p] as number] as Float64Array;
    let end = p + 1;
    while (end < series.length && series[end] === series[p] && origin[end] === (origin[end - 1] as number) + 1) end++;
    const slides = end - p >= LEAST_RUN;
    for (let w = 0; slides && w < short.length; w++) {
      slide(d, values, short[w] as WindowTargets, sliding[w] as SortedCells, p, end);
    }
    const walked = slides ? long : targets;
    const sorted = slides && !longMedians ? unsorted : fresh;
    if (walked.length > 0) for (; p < end; p++) walk(d, values, walked, sorted, p);
    p = end;
  }
}

/** One window over origins that follow each other: a cell comes in, a cell goes out. */
function slide(d: Derivation, values: Float64Array, of: WindowTargets, sorted: SortedCells, from: number, to: number) {
  const { window, min, max, median } = of;
  const { cells } = sorted;
  const start = d.plan.origin[from] as number;
  sorted.count = 0;
  for (let at = Math.max(0, start - window + 1); at < start; at++) {
    const value = values[at] as number;
    if (!Number.isNaN(value)) sorted.add(value);
  }
  for (let p = from; p < to; p++) {
    const origin = start + p - from;
    const value = values[origin] as number;
    const present = !Number.isNaN(value);
    const gone = p > from && origin >= window ? (values[origin - window] as number) : Number.NaN;
    if (Number.isNaN(gone)) {
      if (present) sorted.add(value);
    } else if (present) sorted.replace(gone, value);
    else sorted.remove(gone);
    const shift = present ? value : 0;
    const level = d.level[p] as number;
    const offset = shift - level;
    const rate = 1 / (d.scale[p] as number);
    const { count } = sorted;
    if (min !== undefined) min[p] = count > 0 ? ((cells[0] as number) - shift + offset) * rate : Number.NaN;
    if (max !== undefined) max[p] = count > 0 ? ((cells[count - 1] as number) - shift + offset) * rate : Number.NaN;
    if (median !== undefined) median[p] = (sorted.medianFrom(shift) - level) * rate;
  }
}

/** The windows of one origin, in one walk back over the longest of them. */
function walk(d: Derivation, values: Float64Array, targets: readonly WindowTargets[], sorted: SortedCells, p: number) {
  const origin = d.plan.origin[p] as number;
  const first = values[origin] as number;
  const shift = Number.isNaN(first) ? 0 : first;
  const level = d.level[p] as number;
  const offset = shift - level;
  const rate = 1 / (d.scale[p] as number);
  const sortedEnd = Math.min(sorted.cells.length, origin + 1);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let back = 0;
  sorted.count = 0;
  for (let w = 0; w < targets.length; w++) {
    const of = targets[w] as WindowTargets;
    const end = Math.min(of.window, origin + 1);
    for (; back < end; back++) {
      const value = values[origin - back] as number;
      if (Number.isNaN(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
      // Short windows lie inside each other, so one sorted list serves the medians of all of them.
      if (back < sortedEnd) sorted.add(value);
    }
    const some = low <= high;
    if (of.min !== undefined) of.min[p] = some ? (low - shift + offset) * rate : Number.NaN;
    if (of.max !== undefined) of.max[p] = some ? (high - shift + offset) * rate : Number.NaN;
    if (of.median !== undefined) {
      const short = end <= sorted.cells.length;
      of.median[p] =
        ((short ? sorted.medianFrom(shift) : medianOf(values, origin - end + 1, origin + 1)) - level) * rate;
    }
  }
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

/** A few values in ascending order, for the windows whose median is wanted. Missing values never get in. */
class SortedCells {
  readonly cells: Float64Array;
  count = 0;

  constructor(most: number) {
    this.cells = new Float64Array(most);
  }

  add(value: number): void {
    this.#settle(value, this.count++);
  }

  remove(value: number): void {
    const { cells } = this;
    this.count--;
    for (let at = this.#find(value); at < this.count; at++) cells[at] = cells[at + 1] as number;
  }

  /** The same as removing one and adding the other, in one move. */
  replace(old: number, value: number): void {
    const { cells } = this;
    const last = this.count - 1;
    let at = this.#find(old);
    while (at < last && (cells[at + 1] as number) < value) {
      cells[at] = cells[at + 1] as number;
      at++;
    }
    this.#settle(value, at);
  }

  /** Median of the values less `shift`, as it is without that subtraction: rounded like the other statistics. */
  medianFrom(shift: number): number {
    const { cells, count } = this;
    if (count === 0) return Number.NaN;
    const middle = count >> 1;
    const upper = (cells[middle] as number) - shift;
    return (count % 2 === 1 ? upper : ((cells[middle - 1] as number) - shift + upper) / 2) + shift;
  }

  #find(value: number): number {
    const { cells } = this;
    let at = 0;
    while ((cells[at] as number) < value) at++;
    return at;
  }

  /** Puts a value into the free cell `at`, or below it where larger values stand there. */
  #settle(value: number, at: number): void {
    const { cells } = this;
    let free = at;
    while (free > 0 && (cells[free - 1] as number) > value) {
      cells[free] = cells[free - 1] as number;
      free--;
    }
    cells[free] = value;
  }
}

/** The arrays the statistics of one window go to; undefined where one is not wanted. */
type WindowTargets = Readonly<Record<RollingStat, Float64Array | undefined>> & { readonly window: number };

/** One shape for all of them, so that access is fast. */
const NOT_WANTED: Record<RollingStat, Float64Array | undefined> = {
  mean: undefined,
  std: undefined,
  min: undefined,
  max: undefined,
  median: undefined,
  slope: undefined,
};

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
    .map(([window, wanted]): WindowTargets => ({ window, ...NOT_WANTED, ...wanted }))
    .sort((x, y) => x.window - y.window);
  const summed = targets.filter(({ mean, std, slope }) => mean ?? std ?? slope);
  if (summed.length > 0) {
    for (let p = 0; p < d.plan.series.length; p++) {
      const values = d.values[d.plan.series[p] as number] as Float64Array;
      sumsAt(values, d.plan.origin[p] as number, summed, p, d.level[p] as number, 1 / (d.scale[p] as number));
    }
  }
  const ordered = targets.filter(({ min, max, median }) => min ?? max ?? median);
  if (ordered.length > 0) orderStatistics(d, ordered);
}

/**
 * Mean, spread and slope of the windows that end at `origin`, in one walk back over the longest of them. A value
 * depends on the cells of its window only (no running sums), so a single origin gives the same bits as a whole batch.
 */
function sumsAt(
  values: Float64Array,
  origin: number,
  targets: readonly WindowTargets[],
  p: number,
  level: number,
  rate: number,
): void {
  const first = values[origin] as number;
  const shift = Number.isNaN(first) ? 0 : first;
  const offset = shift - level;
  let sum = 0;
  let squares = 0;
  let products = 0;
  let back = 0;
  // Sums over the positions themselves have a closed form; only missing cells have to be taken out of it.
  let missing = 0;
  let missingBacks = 0;
  let missingSquares = 0;
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
      products += back * value;
    }
    const count = end - missing;
    const mean = sum / count;
    if (of.mean !== undefined) of.mean[p] = (mean + offset) * rate;
    if (of.std !== undefined) of.std[p] = Math.sqrt(Math.max(0, squares / count - mean * mean)) * rate;
    if (of.slope !== undefined) {
      const backs = ((end - 1) * end) / 2 - missingBacks;
      const spread = ((end - 1) * end * (2 * end - 1)) / 6 - missingSquares - (backs * backs) / count;
      of.slope[p] = spread > 0 ? (-(products - backs * mean) / spread) * rate : Number.NaN;
    }
  }
}
