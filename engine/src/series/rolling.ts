import type { Derivation } from './derive.ts';
import type { RollingStat } from './feature.ts';
import { orderStatistics } from './rolling-order.ts';
import type { WindowTargets } from './rolling-window.ts';

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
