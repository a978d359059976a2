import { type Feature, seasonalBack } from './feature.ts';
import type { Derivation } from './training-plan.ts';

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
function backTable({ longest }: Derivation, backOf: (distance: number) => number): Int32Array {
  return Int32Array.from({ length: longest + 1 }, (_, distance) => (distance === 0 ? 0 : backOf(distance)));
}

/** Mean or sum of the group on the grid: `values[cell - start]`, NaN where no member has a value. */
interface GroupMean {
  readonly start: number;
  readonly values: Float64Array;
}

/**
 * What the other series did: the mean over all series, or over those with the same static value, against its own mean
 * over the newest season. Cells of other series after the forecast point are never read.
 */
export function crossSeries(d: Derivation, feature: Extract<Feature, { kind: 'cross' }>): Float64Array {
  const { plan, panel, recipe } = d;
  const groups = new Map<number, GroupMean>();
  const keyOf = (series: number): number =>
    feature.group < 0 ? 0 : (panel.series[series]?.statics[feature.group] ?? Number.NaN);
  const out = new Float64Array(plan.distance.length);
  const backs = backTable(d, (distance) => (feature.stat === 'lag' ? 0 : seasonalBack(feature.period, distance, 0, 0)));
  for (let p = 0; p < plan.series.length; p++) {
    const series = plan.series[p] as number;
    const key = keyOf(series);
    const group = groups.get(key) ?? groupMean(d, (other) => Object.is(keyOf(other), key), feature.total ?? false);
    groups.set(key, group);
    const origin = (panel.series[series]?.start ?? 0) + (plan.origin[p] as number);
    const span = Math.min(feature.period, recipe.history);
    let sum = 0;
    let count = 0;
    for (let back = 0; back < span; back++) {
      const value = group.values[origin - back - group.start];
      if (value !== undefined && !Number.isNaN(value)) {
        sum += value;
        count++;
      }
    }
    const level = sum / count;
    for (let r = plan.first[p] as number; r < (plan.first[p + 1] as number); r++) {
      const back = backs[plan.distance[r] as number] as number;
      const value = back < recipe.history ? group.values[origin - back - group.start] : undefined;
      const ratio = (value ?? Number.NaN) / level;
      out[r] = Number.isFinite(ratio) ? ratio : Number.NaN;
    }
  }
  return out;
}

function groupMean(d: Derivation, member: (series: number) => boolean, total: boolean): GroupMean {
  const members = d.panel.series.filter((_, i) => member(i));
  const start = members.reduce((low, one) => Math.min(low, one.start), Number.POSITIVE_INFINITY);
  const end = members.reduce((high, one) => Math.max(high, one.start + one.target.length), 0);
  const values = new Float64Array(Math.max(0, end - start));
  const counts = new Int32Array(values.length);
  for (const one of members) {
    for (let i = 0; i < one.target.length; i++) {
      const value = one.target[i] as number;
      if (Number.isNaN(value)) continue;
      const at = one.start + i - start;
      values[at] = (values[at] as number) + value;
      counts[at] = (counts[at] as number) + 1;
    }
  }
  for (let i = 0; i < values.length; i++) {
    const count = counts[i] as number;
    values[i] = count > 0 ? (values[i] as number) / (total ? 1 : count) : Number.NaN;
  }
  return { start, values };
}
