import type { Blend } from './blend-data.ts';
import { share } from './simple-blends.ts';

/** Combines forecasts (one array a model, in the order of the blend). `seriesOf` gives the series of a cell, -1 if new. */
export function applyBlend(
  blend: Blend,
  forecasts: readonly Float64Array[],
  seriesOf: (cell: number) => number,
): Float64Array {
  const cells = forecasts[0]?.length ?? 0;
  const out = new Float64Array(cells);
  if (blend.kind === 'median') {
    const column = new Float64Array(forecasts.length);
    for (let c = 0; c < cells; c++) out[c] = medianOfCell(forecasts, c, column);
    return out;
  }
  for (let c = 0; c < cells; c++) {
    const own = blend.kind === 'per-series' ? blend.bySeries[seriesOf(c)] : undefined;
    const weights = own ?? blend.weights;
    let sum = 0;
    for (let m = 0; m < forecasts.length; m++) {
      const weight = weights[m] as number;
      if (weight !== 0) sum += weight * ((forecasts[m] as Float64Array)[c] as number);
    }
    out[c] = sum;
  }
  return out;
}

function medianOfCell(forecasts: readonly Float64Array[], cell: number, column: Float64Array): number {
  for (let m = 0; m < forecasts.length; m++) column[m] = (forecasts[m] as Float64Array)[cell] as number;
  column.sort();
  const middle = column.length >> 1;
  if (column.length % 2 === 1) return column[middle] as number;
  return ((column[middle - 1] as number) + (column[middle] as number)) / 2;
}

/** Models that a blend really uses. */
export function usedModels(blend: Blend): string[] {
  if (blend.kind === 'median') return [...blend.models];
  const rows = blend.kind === 'per-series' ? [blend.weights, ...blend.bySeries] : [blend.weights];
  return blend.models.filter((_, m) => rows.some((weights) => (weights[m] as number) > 0));
}

/** The same blend over fewer models: those that `keep` names, in that order. Dropped models must have no weight. */
export function narrowed(blend: Blend, keep: readonly string[]): Blend {
  const at = keep.map((model) => blend.models.indexOf(model));
  const pick = (weights: readonly number[]): number[] => at.map((m) => weights[m] ?? 0);
  if (blend.kind === 'median') return { kind: 'median', models: keep };
  if (blend.kind === 'weights') return { kind: 'weights', models: keep, weights: pick(blend.weights) };
  return { kind: 'per-series', models: keep, weights: pick(blend.weights), bySeries: blend.bySeries.map(pick) };
}

/** Without the models whose weight is too small to be worth fitting and serving; the others share what they had. */
export function pruned(blend: Blend, least = 0.02): Blend {
  if (blend.kind === 'median') return blend;
  const keep = blend.weights.map((weight) => weight >= least);
  const kept = (weights: readonly number[]): number[] => share(weights.map((weight, m) => (keep[m] ? weight : 0)));
  if (blend.kind === 'weights') return { ...blend, weights: kept(blend.weights) };
  return { ...blend, weights: kept(blend.weights), bySeries: blend.bySeries.map(kept) };
}
