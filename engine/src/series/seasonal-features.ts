import type { Derivation } from './derive.ts';
import { seasonalBack } from './feature.ts';

/** Value at the phase of the forecast time, `cycle` seasons before the newest one that can be read. */
export function seasonalLag(d: Derivation, period: number, cycle: number, shift: number): Float64Array {
  const { series, origin, first, distance } = d.plan;
  const { history } = d.recipe;
  const { level, scale } = d;
  const out = new Float64Array(distance.length);
  const backs = backTable(d, (steps) => seasonalBack(period, steps, cycle, shift));
  const pairs = series.length;
  // Origins of one series stand together, so its values are looked up once.
  for (let p = 0; p < pairs; ) {
    const own = series[p] as number;
    const values = d.values[own] as Float64Array;
    for (; p < pairs && series[p] === own; p++) {
      const newest = origin[p] as number;
      const oldest = Math.max(0, newest - history + 1);
      const centre = level[p] as number;
      const rate = 1 / (scale[p] as number);
      const end = first[p + 1] as number;
      for (let r = first[p] as number; r < end; r++) {
        const at = newest - (backs[distance[r] as number] as number);
        out[r] = at >= oldest ? ((values[at] as number) - centre) * rate : Number.NaN;
      }
    }
  }
  return out;
}

/** Mean over the newest `cycles` seasons of the value at the phase of the forecast time. */
export function seasonalMean(d: Derivation, period: number, cycles: number): Float64Array {
  const { series, origin, first, distance } = d.plan;
  const { history } = d.recipe;
  const out = new Float64Array(distance.length);
  const backs = backTable(d, (steps) => seasonalBack(period, steps, 0, 0));
  for (let p = 0; p < series.length; p++) {
    const values = d.values[series[p] as number] as Float64Array;
    const newest = origin[p] as number;
    const oldest = Math.max(0, newest - history + 1);
    const level = d.level[p] as number;
    const rate = 1 / (d.scale[p] as number);
    const end = first[p + 1] as number;
    for (let r = first[p] as number; r < end; r++) {
      let at = newest - (backs[distance[r] as number] as number);
      let sum = 0;
      let count = 0;
      for (let c = 0; c < cycles && at >= oldest; c++, at -= period) {
        const value = values[at] as number;
        if (!Number.isNaN(value)) {
          sum += value;
          count++;
        }
      }
      out[r] = count > 0 ? (sum / count - level) * rate : Number.NaN;
    }
  }
  return out;
}

/** Steps back for every distance of a plan, computed once instead of once a row. */
export function backTable({ longest }: Derivation, backOf: (distance: number) => number): Int32Array {
  return Int32Array.from({ length: longest + 1 }, (_, distance) => (distance === 0 ? 0 : backOf(distance)));
}
