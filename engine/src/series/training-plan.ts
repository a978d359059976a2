import type { Random } from '../core/random.ts';
import type { Panel } from './panel.ts';
import type { Recipe } from './recipe.ts';

interface TrainingPlanSettings {
  readonly distances: readonly number[];
  /** Rows at most; origins are sampled so that every series gets an equal share. */
  readonly maxRows: number;
  /** Distances an origin contributes at most, spread over the forecast window. */
  readonly distancesPerOrigin: number;
  /** Cells an origin needs behind it, where the series is long enough for that. */
  readonly minHistory: number;
  /** Place of the first cell to learn, by series: those before it have been learned already. */
  readonly from?: ArrayLike<number>;
}

/**
 * Origins to learn from. Each is a cell whose forecast times lie (at least partly) inside the history, so a model
 * trained on a panel that was cut at a forecast point has never seen anything after it.
 */
export function trainingPlan(panel: Panel, settings: TrainingPlanSettings, random: Random): RowPlan {
  const { distances } = settings;
  const perOrigin = Math.min(settings.distancesPerOrigin, distances.length);
  const share = Math.max(1, Math.floor(settings.maxRows / panel.series.length / perOrigin));
  const series: number[] = [];
  const origin: number[] = [];
  const first: number[] = [0];
  const distance: number[] = [];
  const [shortest, longest] = [Math.min(...distances), Math.max(...distances)];
  panel.series.forEach(({ target, id }, s) => {
    const draw = random.fork(id);
    const learned = settings.from?.[s] ?? 0;
    const oldest = Math.min(settings.minHistory, Math.max(2, Math.floor(target.length / 3))) - 1;
    const start = Math.max(oldest, learned - longest);
    const end = target.length - 1 - shortest;
    for (const o of sampleOrigins(start, end, share, draw)) {
      const reachable = distances.filter(
        (k) => o + k >= learned && o + k < target.length && !Number.isNaN(target[o + k] as number),
      );
      if (reachable.length === 0) continue;
      for (const k of thinOrigins(reachable, perOrigin, draw)) distance.push(k);
      series.push(s);
      origin.push(o);
      first.push(distance.length);
    }
  });
  return {
    series: Int32Array.from(series),
    origin: Int32Array.from(origin),
    first: Int32Array.from(first),
    distance: Int32Array.from(distance),
  };
}

/** Up to `count` cells of [start, end], one from each of `count` equal stretches. */
function sampleOrigins(start: number, end: number, count: number, random: Random): number[] {
  const available = end - start + 1;
  if (available <= 0) return [];
  if (available <= count) return Array.from({ length: available }, (_, i) => start + i);
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * available) / count);
    const to = Math.floor(((i + 1) * available) / count);
    return start + from + random.int(Math.max(1, to - from));
  });
}

function thinOrigins(distances: readonly number[], count: number, random: Random): number[] {
  if (distances.length <= count) return [...distances];
  return sampleOrigins(0, distances.length - 1, count, random).map((i) => distances[i] as number);
}

/** Which rows to derive: origins of series, and for each origin the distances asked for. */
export interface RowPlan {
  /** Series number and last readable cell of each origin. */
  readonly series: Int32Array;
  readonly origin: Int32Array;
  /** Rows of origin `p` are `first[p]` to `first[p + 1] - 1`. */
  readonly first: Int32Array;
  /** Distance of each row, counted from the last readable cell; at least 1. */
  readonly distance: Int32Array;
}

/** The same distances for every origin. */
export function planOf(series: Int32Array, origin: Int32Array, distances: readonly number[]): RowPlan {
  const pairs = series.length;
  const first = new Int32Array(pairs + 1);
  const distance = new Int32Array(pairs * distances.length);
  for (let p = 0; p < pairs; p++) {
    first[p + 1] = (p + 1) * distances.length;
    distance.set(distances, p * distances.length);
  }
  return { series, origin, first, distance };
}

/** Forecast from the end of every series. */
export function planAtEnds(panel: Panel, distances: readonly number[]): RowPlan {
  const series = Int32Array.from(panel.series, (_, i) => i);
  const origin = Int32Array.from(panel.series, ({ target }) => target.length - 1);
  return planOf(series, origin, distances);
}

/** Values of the target at the forecast cells, NaN where they are not in the panel: what a model is trained on. */
export function targetsOf(panel: Panel, plan: RowPlan): Float64Array {
  const targets = new Float64Array(plan.distance.length);
  for (let p = 0; p < plan.series.length; p++) {
    const values = panel.series[plan.series[p] as number]?.target ?? new Float64Array(0);
    const origin = plan.origin[p] as number;
    for (let r = plan.first[p] as number; r < (plan.first[p + 1] as number); r++) {
      targets[r] = values[origin + (plan.distance[r] as number)] ?? Number.NaN;
    }
  }
  return targets;
}

/** What all feature writers share. */
export interface Derivation {
  readonly panel: Panel;
  readonly recipe: Recipe;
  readonly plan: RowPlan;
  /** Target of each series after the recipe's transform. */
  readonly values: readonly Float64Array[];
  /** Level, scale and mean size seen from each origin. */
  readonly level: Float64Array;
  readonly scale: Float64Array;
  readonly size: Float64Array;
  /** Longest distance of the plan. */
  readonly longest: number;
}
