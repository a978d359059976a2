import { EngineProblem } from '../problems/engine-problem.ts';

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
