/** Bin 0 is the missing value, so 255 are left for values: at most 254 cuts. */
export const MAX_VALUE_BINS = 255;
export const CUT_SLOTS = 256;

/** A float32 as an unsigned integer that sorts the same way; negative zero is zero. */
export function keysOf(values: Float32Array, keys: Uint32Array, rows: Int32Array | undefined): number {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const wanted = rows === undefined ? values.length : rows.length;
  let n = 0;
  for (let i = 0; i < wanted; i += 1) {
    const row = rows === undefined ? i : (rows[i] as number);
    const value = values[row] as number;
    if (Number.isNaN(value)) continue;
    const word = value === 0 ? 0 : (bits[row] as number);
    keys[n++] = word >>> 31 === 1 ? ~word : word | 0x80000000;
  }
  return n;
}

const wordView = new Uint32Array(1);
const floatView = new Float32Array(wordView.buffer);

function valueOfKey(key: number): number {
  wordView[0] = key >>> 31 === 1 ? key & 0x7fffffff : ~key;
  return floatView[0] as number;
}

/** Distinct values in ascending order with the weight of each. */
export interface Distinct {
  readonly values: Float32Array;
  readonly weights: Float64Array;
}

export function distinctOf(keys: Uint32Array, n: number): Distinct {
  const values = new Float32Array(n);
  const weights = new Float64Array(n);
  let at = -1;
  let last = -1;
  for (let i = 0; i < n; i += 1) {
    const key = keys[i] as number;
    if (key !== last) {
      at += 1;
      last = key;
      values[at] = valueOfKey(key);
    }
    weights[at] = (weights[at] as number) + 1;
  }
  return { values: values.subarray(0, at + 1), weights: weights.subarray(0, at + 1) };
}

/** The same where rows carry weights; rows of weight 0 do not exist. */
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
