import type { Derivation } from './derive.ts';
import { type Feature, seasonalBack } from './feature.ts';
import { backTable } from './seasonal-features.ts';

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
