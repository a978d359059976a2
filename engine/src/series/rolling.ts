import type { Derivation } from './derive.ts';
import type { RollingStat } from './feature.ts';

/** The statistics wanted of one window, each with the array it goes to; undefined where it is not wanted. */
interface WindowTargets {
  readonly window: number;
  readonly of: Readonly<Partial<Record<RollingStat, Float64Array>>>;
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
  const targets = [...byWindow].map(([window, of]) => ({ window, of })).sort((a, b) => a.window - b.window);
  if (targets.length === 0) return;
  for (let p = 0; p < d.plan.series.length; p++) {
    const values = d.values[d.plan.series[p] as number] as Float64Array;
    rollingAt(values, d.plan.origin[p] as number, targets, p, d.level[p] as number, 1 / (d.scale[p] as number));
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
): void {
  const first = values[origin] as number;
  const shift = Number.isNaN(first) ? 0 : first;
  let [count, sum, squares, backs, backSquares, products, back] = [0, 0, 0, 0, 0, 0, 0];
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { window, of } of targets) {
    const end = Math.min(window, origin + 1);
    for (; back < end; back++) {
      const value = (values[origin - back] as number) - shift;
      if (Number.isNaN(value)) continue;
      count++;
      sum += value;
      squares += value * value;
      if (value < low) low = value;
      if (value > high) high = value;
      backs += back;
      backSquares += back * back;
      products += back * value;
    }
    const mean = sum / count;
    const offset = shift - level;
    if (of.mean !== undefined) of.mean[p] = (mean + offset) * rate;
    if (of.std !== undefined) of.std[p] = Math.sqrt(Math.max(0, squares / count - mean * mean)) * rate;
    if (of.min !== undefined) of.min[p] = count > 0 ? (low + offset) * rate : Number.NaN;
    if (of.max !== undefined) of.max[p] = count > 0 ? (high + offset) * rate : Number.NaN;
    if (of.slope !== undefined) {
      const spread = backSquares - (backs * backs) / count;
      of.slope[p] = spread > 0 ? (-(products - backs * mean) / spread) * rate : Number.NaN;
    }
    if (of.median !== undefined) of.median[p] = (medianOf(values, origin - end + 1, origin + 1) - level) * rate;
  }
}

let scratch = new Float64Array(64);

/** Median of the present values of a range; NaN when there are none. */
function medianOf(values: Float64Array, from: number, to: number): number {
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
