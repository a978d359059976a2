import type { RollingStat } from './feature.ts';

/** Windows of one origin, shortest first, and the statistics wanted of each. */
export interface RollingPlan {
  readonly windows: readonly number[];
  /** Per window, where each statistic is stored; -1 when it is not wanted. Order as in `SUMS`. */
  readonly slots: readonly Int32Array[];
  readonly medians: readonly number[];
}

const SUMS: readonly RollingStat[] = ['mean', 'std', 'min', 'max', 'slope'];

export function rollingPlan(wanted: readonly { window: number; stat: RollingStat; slot: number }[]): RollingPlan {
  const windows = [...new Set(wanted.map(({ window }) => window))].sort((a, b) => a - b);
  const find = (window: number, stat: RollingStat): number =>
    wanted.find((one) => one.window === window && one.stat === stat)?.slot ?? -1;
  return {
    windows,
    slots: windows.map((window) => Int32Array.from(SUMS, (stat) => find(window, stat))),
    medians: windows.map((window) => find(window, 'median')),
  };
}

/**
 * Statistics of the windows that end at `origin`, in one walk back over the longest of them. A value depends on the
 * cells of its window only (no running sums), so a single origin gives the same bits as a whole batch.
 */
export function rollingAt(values: Float64Array, origin: number, plan: RollingPlan, out: Float64Array): void {
  let count = 0;
  let sum = 0;
  let squares = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let backs = 0;
  let backSquares = 0;
  let products = 0;
  const shift = present(values[origin]);
  let back = 0;
  for (let w = 0; w < plan.windows.length; w++) {
    const end = Math.min(plan.windows[w] as number, origin + 1);
    for (; back < end; back++) {
      const value = (values[origin - back] as number) - shift;
      if (!Number.isNaN(value)) {
        count++;
        sum += value;
        squares += value * value;
        if (value < low) low = value;
        if (value > high) high = value;
        backs += back;
        backSquares += back * back;
        products += back * value;
      }
    }
    const slots = plan.slots[w] as Int32Array;
    const mean = sum / count;
    put(out, slots[0] as number, mean + shift);
    put(out, slots[1] as number, Math.sqrt(Math.max(0, squares / count - mean * mean)));
    put(out, slots[2] as number, count > 0 ? low + shift : Number.NaN);
    put(out, slots[3] as number, count > 0 ? high + shift : Number.NaN);
    const spread = backSquares - (backs * backs) / count;
    put(out, slots[4] as number, spread > 0 ? -(products - backs * mean) / spread : Number.NaN);
    const median = plan.medians[w] as number;
    if (median >= 0) out[median] = medianOf(values, origin - end + 1, origin + 1);
  }
}

const present = (value: number | undefined): number => (value !== undefined && !Number.isNaN(value) ? value : 0);

function put(out: Float64Array, slot: number, value: number): void {
  if (slot >= 0) out[slot] = value;
}

let scratch = new Float64Array(64);

/** Median of the present values of a range; NaN when there are none. */
export function medianOf(values: Float64Array, from: number, to: number): number {
  if (scratch.length < to - from) scratch = new Float64Array(2 * (to - from));
  let count = 0;
  for (let i = from; i < to; i++) {
    const value = values[i] as number;
    if (Number.isNaN(value)) continue;
    if (to - from > 48) {
      scratch[count++] = value;
      continue;
    }
    let at = count++;
    while (at > 0 && (scratch[at - 1] as number) > value) {
      scratch[at] = scratch[at - 1] as number;
      at--;
    }
    scratch[at] = value;
  }
  if (count === 0) return Number.NaN;
  if (to - from > 48) scratch.subarray(0, count).sort();
  const middle = count >> 1;
  return count % 2 === 1
    ? (scratch[middle] as number)
    : ((scratch[middle - 1] as number) + (scratch[middle] as number)) / 2;
}
