/** Bin 0 is the missing value, so 255 are left for values: at most 254 cuts. */
export const MAX_VALUE_BINS = 255;
export const CUT_SLOTS = 256;

/** Distinct values in ascending order with the weight of each. */
interface Distinct {
  readonly values: Float32Array;
  readonly weights: Float64Array | Uint32Array;
}

/** Distinct values where rows carry weights; rows of weight 0 do not exist. */
export function weightedDistinct(values: Float32Array, weight: Float64Array): Distinct {
  const sums = new Map<number, number>();
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] as number;
    if (!Number.isNaN(value) && (weight[row] as number) > 0) {
      sums.set(value === 0 ? 0 : value, (sums.get(value === 0 ? 0 : value) ?? 0) + (weight[row] as number));
    }
  }
  const sorted = Float32Array.from(sums.keys()).sort();
  return { values: sorted, weights: Float64Array.from(sorted, (value) => sums.get(value) ?? 0) };
}

/** Halfway between two neighbours as a float32 that still keeps them apart under `value <= cut`. */
function between(low: number, high: number): number {
  const middle = Math.fround(low / 2 + high / 2);
  return middle >= high || middle < low ? low : middle;
}

/**
 * Cuts between bins of about equal weight, at midpoints between distinct values. A value heavy enough for a bin of its
 * own gets one, and the others share what is left (the greedy rule of LightGBM, Ke et al. 2017). Returns the number of
 * cuts written.
 */
export function chooseCuts({ values, weights }: Distinct, maxBins: number, least: number, out: Float32Array): number {
  const n = values.length;
  let rest = 0;
  for (let i = 0; i < n; i += 1) rest += weights[i] as number;
  const few = n <= maxBins;
  let binsLeft = maxBins;
  const heavy = rest / maxBins;
  if (!few) {
    for (let i = 0; i < n; i += 1) {
      if ((weights[i] as number) >= heavy) {
        binsLeft -= 1;
        rest -= weights[i] as number;
      }
    }
  }
  let goal = few ? least : Math.max(least, rest / Math.max(1, binsLeft));
  let current = 0;
  let cuts = 0;
  for (let i = 0; i + 1 < n && cuts < maxBins - 1; i += 1) {
    const weight = weights[i] as number;
    const alone = !few && weight >= heavy;
    if (!alone) rest -= weight;
    current += weight;
    const nextAlone = !few && (weights[i + 1] as number) >= heavy;
    if (!alone && current < goal && !(nextAlone && current >= Math.max(least, goal / 2))) continue;
    out[cuts++] = between(values[i] as number, values[i + 1] as number);
    current = 0;
    if (few || alone) continue;
    binsLeft -= 1;
    goal = Math.max(least, rest / Math.max(1, binsLeft));
  }
  return cuts;
}

interface CategoryBins {
  readonly ofLevel: Uint8Array;
  /** Bins in use, the missing one included. */
  readonly count: number;
}

/** The frequent levels get a bin each, most frequent first; levels too rare to learn from share the missing bin. */
export function categoryBins(
  codes: Float32Array,
  levels: number,
  weight: Float64Array | undefined,
  maxBins: number,
  least: number,
): CategoryBins {
  const sums = new Float64Array(levels);
  for (let row = 0; row < codes.length; row += 1) {
    const code = codes[row] as number;
    if (!Number.isNaN(code)) sums[code] = (sums[code] as number) + (weight === undefined ? 1 : (weight[row] as number));
  }
  const order = Array.from(sums.keys()).filter((level) => (sums[level] as number) >= least);
  order.sort((a, b) => (sums[b] as number) - (sums[a] as number) || a - b);
  const ofLevel = new Uint8Array(levels);
  const kept = order.slice(0, maxBins);
  kept.forEach((level, at) => {
    ofLevel[level] = at + 1;
  });
  return { ofLevel, count: kept.length + 1 };
}
