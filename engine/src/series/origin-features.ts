import type { Feature } from './feature.ts';
import { fillRolling } from './rolling-order.ts';
import type { Derivation } from './training-plan.ts';

/**
 * Features that are the same for every distance of an origin: computed once an origin. Returns one array a feature of
 * the recipe, undefined where the feature belongs to the row.
 */
export function originFeatures(d: Derivation): (Float64Array | undefined)[] {
  const out = d.recipe.features.map((feature) => originFeature(d, feature));
  fillLags(d, out);
  fillRolling(d, out);
  return out;
}

/** Kinds that do not depend on the distance. */
const OF_ORIGIN: ReadonlySet<Feature['kind']> = new Set<Feature['kind']>([
  'rolling',
  'lag',
  'difference',
  'change',
  'seasonal-difference',
  'zero-share',
  'since-non-zero',
  'roughness',
  'volume',
  'age',
  'observed',
  'observed-mean',
  'static',
]);

function originFeature(d: Derivation, feature: Feature): Float64Array | undefined {
  const { plan, recipe, panel } = d;
  if (!OF_ORIGIN.has(feature.kind)) return undefined;
  const out = new Float64Array(plan.series.length);
  switch (feature.kind) {
    case 'rolling':
    case 'lag':
      return out;
    case 'difference':
      return difference(d, feature.back, out);
    case 'change':
      return meanChange(d, feature.window, out);
    case 'seasonal-difference':
      return meanChange(d, feature.period, out);
    case 'zero-share':
      return zeros(d, feature.window, out, true);
    case 'since-non-zero':
      return zeros(d, feature.window, out, false);
    case 'roughness':
      for (let p = 0; p < out.length; p++) {
        out[p] = Math.log((d.scale[p] as number) / Math.max(d.size[p] as number, 1e-12));
      }
      return out;
    case 'volume':
      return out.map((_, p) => Math.log(Math.max(d.size[p] as number, 1e-12)));
    case 'age':
      for (let p = 0; p < out.length; p++) out[p] = Math.min(recipe.history, (plan.origin[p] as number) + 1);
      return out;
    case 'observed':
      return observedMean(d, feature.column, feature.back, feature.back + 1, out);
    case 'observed-mean':
      return observedMean(d, feature.column, 0, feature.window, out);
    case 'static':
      return out.map((_, p) => panel.series[plan.series[p] as number]?.statics[feature.column] ?? Number.NaN);
    default:
      return undefined;
  }
}

/** Origins of one series stand together: all its lags are taken while its values are near the processor. */
function fillLags(d: Derivation, out: readonly (Float64Array | undefined)[]): void {
  const { series } = d.plan;
  const { features } = d.recipe;
  for (let from = 0, to = 0; from < series.length; from = to) {
    while (to < series.length && series[to] === series[from]) to++;
    const values = d.values[series[from] as number] as Float64Array;
    for (let f = 0; f < features.length; f++) {
      const feature = features[f] as Feature;
      if (feature.kind === 'lag') behind(d, values, feature.back, out[f] as Float64Array, from, to);
    }
  }
}

/** Scaled value `back` cells before each origin, NaN outside of the derivation window. */
function behind(d: Derivation, values: Float64Array, back: number, out: Float64Array, from: number, to: number): void {
  const { level, scale } = d;
  const { origin } = d.plan;
  const inside = back < d.recipe.history;
  for (let p = from; p < to; p++) {
    const at = (origin[p] as number) - back;
    out[p] = inside && at >= 0 ? ((values[at] as number) - (level[p] as number)) / (scale[p] as number) : Number.NaN;
  }
}

/** Newest value minus the one `back` cells before it, scaled. */
function difference(d: Derivation, back: number, out: Float64Array): Float64Array {
  if (back >= d.recipe.history) return out.fill(Number.NaN);
  for (let p = 0; p < out.length; p++) {
    const values = d.values[d.plan.series[p] as number] as Float64Array;
    const at = d.plan.origin[p] as number;
    out[p] =
      at >= back ? ((values[at] as number) - (values[at - back] as number)) / (d.scale[p] as number) : Number.NaN;
  }
  return out;
}

/** Mean of the newest window minus the mean of the one before it, scaled. */
function meanChange(d: Derivation, window: number, out: Float64Array): Float64Array {
  for (let p = 0; p < out.length; p++) {
    const values = d.values[d.plan.series[p] as number] as Float64Array;
    const end = d.plan.origin[p] as number;
    const oldest = Math.max(0, end - d.recipe.history + 1);
    const newer = meanOf(values, Math.max(oldest, end - window + 1), end);
    const older = meanOf(values, Math.max(oldest, end - 2 * window + 1), end - window);
    out[p] = (newer - older) / (d.scale[p] as number);
  }
  return out;
}

function meanOf(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  let count = 0;
  for (let i = from; i <= to; i++) {
    const value = values[i] as number;
    if (!Number.isNaN(value)) {
      sum += value;
      count++;
    }
  }
  return count > 0 ? sum / count : Number.NaN;
}

/** Share of zeros in the newest window, or how many zeros the history ends with. */
function zeros(d: Derivation, window: number, out: Float64Array, share: boolean): Float64Array {
  const reach = Math.min(window, d.recipe.history);
  for (let p = 0; p < out.length; p++) {
    const values = d.values[d.plan.series[p] as number] as Float64Array;
    const origin = d.plan.origin[p] as number;
    let count = 0;
    for (let back = 0; back < reach; back++) {
      if (values[origin - back] === 0) count++;
      else if (!share) break;
    }
    out[p] = share ? count / window : count;
  }
  return out;
}

function observedMean(d: Derivation, column: number, from: number, to: number, out: Float64Array): Float64Array {
  const reach = Math.min(to, d.recipe.history);
  for (let p = 0; p < out.length; p++) {
    const values = d.panel.series[d.plan.series[p] as number]?.observed[column];
    const origin = d.plan.origin[p] as number;
    const oldest = Math.max(0, origin - reach + 1);
    out[p] = values === undefined || from >= reach ? Number.NaN : meanOf(values, oldest, origin - from);
  }
  return out;
}
