import type { Panel } from './panel.ts';

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
