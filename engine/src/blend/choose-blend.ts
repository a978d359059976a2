import {
  applyBlend,
  type Blend,
  type BlendData,
  cellsWhere,
  checkBlendData,
  scaledError,
  share,
} from './blend-data.ts';
import { averageBlend, errorBlend, errorWeights, greedyBlend, medianBlend, nnlsBlend } from './simple-blends.ts';

/** A rule that learns a blend from out-of-sample forecasts. */
interface BlendRule {
  readonly id: string;
  readonly title: string;
  learn(data: BlendData, seriesCount: number): Blend;
}

const weightsOf = (blend: Blend): readonly number[] => (blend.kind === 'median' ? [] : blend.weights);

/** Mean of the greedy weights, the error weights and equal weights of the five best: each corrects the others' luck. */
function steadyWeights(data: BlendData): number[] {
  const rows = [greedyBlend(data), errorBlend(data), averageBlend(data, 5)].map(weightsOf);
  return share(data.models.map((_, m) => rows.reduce((sum, weights) => sum + (weights[m] as number), 0)));
}

export const BLEND_RULES: readonly BlendRule[] = [
  { id: 'average', title: 'AVG Blender (top 5)', learn: (data) => averageBlend(data, 5) },
  { id: 'median', title: 'MED Blender (top 5)', learn: (data) => medianBlend(data, 5) },
  { id: 'error', title: 'Advanced AVG Blender (by backtest error)', learn: (data) => errorBlend(data) },
  { id: 'nnls', title: 'ENET Blender (non-negative least squares)', learn: (data) => nnlsBlend(data) },
  { id: 'greedy', title: 'Advanced AVG Blender (greedy)', learn: (data) => greedyBlend(data) },
  {
    id: 'steady',
    title: 'Advanced AVG Blender (greedy, error and equal weights)',
    learn: (data) => ({ kind: 'weights', models: data.models, weights: steadyWeights(data) }),
  },
  {
    id: 'per-series',
    title: 'Advanced AVG Blender (weights by series, shrunk to the common ones)',
    learn: (data, seriesCount) => perSeriesBlend(data, steadyWeights(data), seriesCount),
  },
];

export interface BlendScore {
  readonly rule: string;
  readonly blend: Blend;
  /** Scaled error on cells the weights were not learned from. */
  readonly error: number;
  /** Blended forecasts of every cell, from weights learned without that cell's fold. */
  readonly outOfFold: Float64Array;
}

/**
 * Learns every rule and scores it on folds it has not seen: one window at a time where there are several that share no
 * outcomes, otherwise half of the series at a time. Best first.
 */
export function scoreBlends(
  data: BlendData,
  seriesCount: number,
  rules: readonly BlendRule[] = BLEND_RULES,
): BlendScore[] {
  checkBlendData(data);
  const folds = foldOfCells(data);
  const count = 1 + folds.reduce((high, fold) => Math.max(high, fold), 0);
  const scores = rules.map((rule): BlendScore => {
    const outOfFold = new Float64Array(data.actual.length);
    for (let fold = 0; fold < count; fold++) {
      const inside = count === 1 ? data : cellsWhere(data, (c) => folds[c] !== fold);
      const blend = rule.learn(inside, seriesCount);
      const forecasts = forecastsInOrder(blend, data);
      const blended = applyBlend(blend, forecasts, (c) => data.series[c] as number);
      for (let c = 0; c < blended.length; c++) if (folds[c] === fold) outOfFold[c] = blended[c] as number;
    }
    return { rule: rule.id, blend: rule.learn(data, seriesCount), error: scaledError(data, outOfFold), outOfFold };
  });
  return scores.sort((a, b) => a.error - b.error);
}

/** Forecasts in the order the blend names its models. */
export function forecastsInOrder(blend: Blend, data: Pick<BlendData, 'models' | 'forecasts'>): Float64Array[] {
  return blend.models.map((model) => data.forecasts[data.models.indexOf(model)] as Float64Array);
}

function foldOfCells(data: BlendData): Int32Array {
  const windows = 1 + data.window.reduce((high, window) => Math.max(high, window), 0);
  if (windows > 1) return data.window;
  if (data.series.some((series) => series !== data.series[0])) return data.series.map((series) => series % 2);
  return new Int32Array(data.actual.length);
}

interface PerSeriesSettings {
  /** Windows of the data set's weights that a series' own record has to outweigh. */
  readonly prior: number;
  /** How sharply a series prefers its own best models. */
  readonly power: number;
}

/**
 * Weights of its own for every series, pulled towards those of the whole data set: the fewer windows a series was
 * scored on, the more it follows the others. Errors are blended first, so a model that is good everywhere is not
 * dropped because of one bad window.
 */
export function perSeriesBlend(
  data: BlendData,
  base: readonly number[],
  seriesCount: number,
  settings: PerSeriesSettings = { prior: 3, power: 2 },
): Blend {
  const models = data.models.length;
  const sums = new Float64Array(seriesCount * models);
  const cells = new Float64Array(seriesCount);
  const windows = Array.from({ length: seriesCount }, () => new Set<number>());
  for (let c = 0; c < data.actual.length; c++) {
    const s = data.series[c] as number;
    cells[s] = (cells[s] as number) + 1;
    windows[s]?.add(data.window[c] as number);
    for (let m = 0; m < models; m++) {
      const error = (data.weight[c] as number) * Math.abs(forecastAt(data, m, c) - (data.actual[c] as number));
      sums[s * models + m] = (sums[s * models + m] as number) + error;
    }
  }
  const used = base.map((weight) => weight > 0);
  const bySeries = windows.map((seen, s) => {
    if (seen.size === 0) return [...base];
    const errors = base.map((_, m) => (sums[s * models + m] as number) / (cells[s] as number));
    const own = weightsAmong(errors, used, settings.power);
    const trust = seen.size / (seen.size + settings.prior);
    // Own weights act as a tilt of the common ones: a model without common weight stays out.
    return share(base.map((weight, m) => weight * (1 - trust + trust * (own[m] as number) * countOf(used))));
  });
  return { kind: 'per-series', models: data.models, weights: base, bySeries };
}

const forecastAt = (data: BlendData, model: number, cell: number): number =>
  (data.forecasts[model] as Float64Array)[cell] as number;

const countOf = (used: readonly boolean[]): number => used.filter(Boolean).length;

function weightsAmong(errors: readonly number[], used: readonly boolean[], power: number): number[] {
  const known = errors.map((error, m) => (used[m] === true ? error : Number.POSITIVE_INFINITY));
  return errorWeights(known, power);
}
