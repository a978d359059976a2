import type { Blend, BlendData } from './blend-data.ts';
import { errorWeights, share } from './simple-blends.ts';

export interface PerSeriesSettings {
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
