import type { Derivation } from './derive.ts';
import type { Feature } from './feature.ts';
import { rollingAt, rollingPlan } from './rolling.ts';

/**
 * Features that are the same for every distance of an origin: computed once an origin. Returns one array a feature of
 * the recipe, undefined where the feature belongs to the row.
 */
export function originFeatures(d: Derivation): (Float64Array | undefined)[] {
  const { features } = d.recipe;
  const rolling = features.flatMap((feature, slot) =>
    feature.kind === 'rolling'
      ? [{ window: Math.min(feature.window, d.recipe.history), stat: feature.stat, slot }]
      : [],
  );
  const out = features.map((feature, f) => {
    if (feature.kind === 'rolling') return new Float64Array(d.plan.series.length);
    const valueAt = originValue(d, feature);
    if (valueAt === undefined) return undefined;
    const cells = new Float64Array(d.plan.series.length);
    for (let p = 0; p < cells.length; p++) cells[p] = valueAt(p);
    return cells.length === 0 && f < 0 ? undefined : cells;
  });
  if (rolling.length > 0) fillRolling(d, rolling, out);
  return out;
}

function fillRolling(
  d: Derivation,
  wanted: { window: number; stat: Parameters<typeof rollingPlan>[0][number]['stat']; slot: number }[],
  out: (Float64Array | undefined)[],
): void {
  const plan = rollingPlan(wanted);
  const found = new Float64Array(d.recipe.features.length);
  for (let p = 0; p < d.plan.series.length; p++) {
    found.fill(Number.NaN);
    rollingAt(d.values[d.plan.series[p] as number] as Float64Array, d.plan.origin[p] as number, plan, found);
    const level = d.level[p] as number;
    const scale = d.scale[p] as number;
    for (const { stat, slot } of wanted) {
      const value = found[slot] as number;
      (out[slot] as Float64Array)[p] = (stat === 'std' || stat === 'slope' ? value : value - level) / scale;
    }
  }
}

/** Value of a feature at an origin, or undefined when the feature is not one of the origin. */
function originValue(d: Derivation, feature: Feature): ((pair: number) => number) | undefined {
  const { plan, recipe, panel } = d;
  const values = (p: number): Float64Array => d.values[plan.series[p] as number] as Float64Array;
  /** Value `back` cells before the origin, NaN outside of the derivation window. */
  const behind = (p: number, back: number): number => {
    const at = (plan.origin[p] as number) - back;
    return back < recipe.history && at >= 0 ? (values(p)[at] as number) : Number.NaN;
  };
  const meanBehind = (p: number, from: number, to: number): number => {
    let sum = 0;
    let count = 0;
    for (let back = from; back < to; back++) {
      const value = behind(p, back);
      if (!Number.isNaN(value)) {
        sum += value;
        count++;
      }
    }
    return count > 0 ? sum / count : Number.NaN;
  };
  const scaled = (p: number, value: number): number => value / (d.scale[p] as number);
  switch (feature.kind) {
    case 'lag':
      return (p) => scaled(p, behind(p, feature.back) - (d.level[p] as number));
    case 'difference':
      return (p) => scaled(p, behind(p, 0) - behind(p, feature.back));
    case 'change':
      return (p) => scaled(p, meanBehind(p, 0, feature.window) - meanBehind(p, feature.window, 2 * feature.window));
    case 'seasonal-difference':
      return (p) => scaled(p, meanBehind(p, 0, feature.period) - meanBehind(p, feature.period, 2 * feature.period));
    case 'zero-share':
      return (p) => {
        let zeros = 0;
        for (let back = 0; back < feature.window; back++) if (behind(p, back) === 0) zeros++;
        return zeros / feature.window;
      };
    case 'since-non-zero':
      return (p) => {
        let back = 0;
        while (back < feature.window && behind(p, back) === 0) back++;
        return back;
      };
    case 'roughness':
      return (p) => Math.log((d.scale[p] as number) / Math.max(d.size[p] as number, 1e-12));
    case 'volume':
      return (p) => Math.log(Math.max(d.size[p] as number, 1e-12));
    case 'age':
      return (p) => Math.min(recipe.history, (plan.origin[p] as number) + 1);
    case 'observed':
    case 'observed-mean':
      return observedValue(d, feature);
    case 'static':
      return (p) => panel.series[plan.series[p] as number]?.statics[feature.column] ?? Number.NaN;
    default:
      return undefined;
  }
}

function observedValue(d: Derivation, feature: Extract<Feature, { kind: 'observed' | 'observed-mean' }>) {
  const at = (p: number, back: number): number => {
    const series = d.panel.series[d.plan.series[p] as number];
    if (back >= d.recipe.history) return Number.NaN;
    return series?.observed[feature.column]?.[(d.plan.origin[p] as number) - back] ?? Number.NaN;
  };
  if (feature.kind === 'observed') return (p: number) => at(p, feature.back);
  return (p: number) => {
    let sum = 0;
    let count = 0;
    for (let back = 0; back < feature.window; back++) {
      const value = at(p, back);
      if (!Number.isNaN(value)) {
        sum += value;
        count++;
      }
    }
    return count > 0 ? sum / count : Number.NaN;
  };
}
