import { EngineProblem } from '../core/engine-problem.ts';

/**
 * Out-of-sample forecasts of several models for the same cells: what every blend is learned from. A cell is one
 * forecast time of one series in one window (backtest).
 */
export interface BlendData {
  readonly models: readonly string[];
  /** One array a model, one value a cell. */
  readonly forecasts: readonly Float64Array[];
  readonly actual: Float64Array;
  /** Makes errors of different series comparable: one over the scale of the series. */
  readonly weight: Float64Array;
  /** Series number of each cell. */
  readonly series: Int32Array;
  /** Window number of each cell. */
  readonly window: Int32Array;
}

/** A way to combine models, as data. Weights follow the order of `models`. */
export type Blend =
  | { readonly kind: 'weights'; readonly models: readonly string[]; readonly weights: readonly number[] }
  | { readonly kind: 'median'; readonly models: readonly string[] }
  | {
      readonly kind: 'per-series';
      readonly models: readonly string[];
      /** For series that were not in the data. */
      readonly weights: readonly number[];
      readonly bySeries: readonly (readonly number[])[];
    };

export function checkBlendData(data: BlendData): BlendData {
  if (data.models.length === 0 || data.actual.length === 0) {
    throw new EngineProblem(
      'blend.empty',
      `There are ${data.models.length} models and ${data.actual.length} cells to blend; both must be at least 1.`,
    );
  }
  data.forecasts.forEach((forecast, m) => {
    const bad = forecast.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0) {
      throw new EngineProblem(
        'blend.not-finite',
        `Model "${data.models[m]}" forecasts ${forecast[bad]} in cell ${bad}: guard its forecasts before blending.`,
        { row: bad },
      );
    }
  });
  return data;
}

/** The cells that pass a test, all models. */
export function cellsWhere(data: BlendData, keep: (cell: number) => boolean): BlendData {
  const cells = Int32Array.from(data.actual.keys()).filter(keep);
  const pick = (values: Float64Array): Float64Array => Float64Array.from(cells, (cell) => values[cell] as number);
  return {
    models: data.models,
    forecasts: data.forecasts.map(pick),
    actual: pick(data.actual),
    weight: pick(data.weight),
    series: Int32Array.from(cells, (cell) => data.series[cell] as number),
    window: Int32Array.from(cells, (cell) => data.window[cell] as number),
  };
}

/** Weighted mean absolute error of a forecast over all cells. */
export function scaledError(data: BlendData, forecast: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < forecast.length; c++) {
    sum += (data.weight[c] as number) * Math.abs((forecast[c] as number) - (data.actual[c] as number));
  }
  return sum / forecast.length;
}

/** Scaled error of each model alone. */
export const modelErrors = (data: BlendData): number[] => data.forecasts.map((forecast) => scaledError(data, forecast));

/** Numbers of the models from best to worst. */
export function ranking(errors: readonly number[]): number[] {
  return errors.map((_, m) => m).sort((a, b) => (errors[a] as number) - (errors[b] as number) || a - b);
}

/**
 * Combines forecasts (one array a model, in the order of the blend). `seriesOf` gives the series of a cell, -1 if new.
 */
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
export function restrictBlend(blend: Blend, keep: readonly string[]): Blend {
  const at = keep.map((model) => blend.models.indexOf(model));
  const pick = (weights: readonly number[]): number[] => at.map((m) => weights[m] ?? 0);
  if (blend.kind === 'median') return { kind: 'median', models: keep };
  if (blend.kind === 'weights') return { kind: 'weights', models: keep, weights: pick(blend.weights) };
  return { kind: 'per-series', models: keep, weights: pick(blend.weights), bySeries: blend.bySeries.map(pick) };
}

/** Without the models whose weight is too small to be worth fitting and serving; the others share what they had. */
export function pruneBlend(blend: Blend, least = 0.02): Blend {
  if (blend.kind === 'median') return blend;
  const keep = blend.weights.map((weight) => weight >= least);
  const kept = (weights: readonly number[]): number[] => share(weights.map((weight, m) => (keep[m] ? weight : 0)));
  if (blend.kind === 'weights') return { ...blend, weights: kept(blend.weights) };
  return { ...blend, weights: kept(blend.weights), bySeries: blend.bySeries.map(kept) };
}

/** Scales weights to a sum of one. */
export function share(weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => (sum > 0 ? weight / sum : 1 / weights.length));
}
