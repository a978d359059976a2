import { type Component, sumOf } from '../components.ts';
import type { SeriesSpec } from '../forecaster.ts';
import { looksSeasonal, usablePeriod } from '../history.ts';
import type { LocalModel, Projection } from '../local-model.ts';

/** Indices below this would turn small values into enormous adjusted ones. */
const SMALLEST_INDEX = 0.01;

/** A fixed seasonal pattern; period 1 means none was found. */
interface Season {
  readonly multiplicative: boolean;
  readonly indices: Float64Array;
}

/** Nothing to take out, nothing to put back. */
export const NO_SEASON: Season = { multiplicative: false, indices: new Float64Array(1) };

/** Tests for a season and measures it: multiplicative where all values are positive, additive otherwise. */
export function findSeason(y: Float64Array, spec: SeriesSpec): Season {
  const period = usablePeriod(spec, y.length, 3);
  if (!looksSeasonal(y, period)) return NO_SEASON;
  if (y.every((value) => value > 0)) {
    const ratios = seasonalIndices(y, period, true);
    if (ratios.every((value) => value >= SMALLEST_INDEX)) return { multiplicative: true, indices: ratios };
  }
  return { multiplicative: false, indices: seasonalIndices(y, period, false) };
}

export function withoutSeason(y: Float64Array, { multiplicative, indices }: Season): Float64Array {
  const period = indices.length;
  return y.map((value, t) =>
    multiplicative ? value / (indices[t % period] as number) : value - (indices[t % period] as number),
  );
}

/** `first` is the row number of `values[0]`, so that the pattern keeps its phase. */
export function withSeason(values: Float64Array, { multiplicative, indices }: Season, first: number): Float64Array {
  const period = indices.length;
  return values.map((value, t) => {
    const index = indices[(first + t) % period] as number;
    return multiplicative ? value * index : value + index;
  });
}

/** The parts of an adjusted forecast, and what its season adds to their sum. */
export function withSeasonPart(parts: readonly Component[], season: Season, first: number): Component[] {
  const period = season.indices.length;
  if (period === 1) return [...parts];
  const adjusted = sumOf(parts);
  const values = withSeason(adjusted, season, first).map((value, h) => value - (adjusted[h] as number));
  return [...parts, { kind: 'season', period, values }];
}

/** A model that knows no season. */
type PlainModel<P extends object> = Omit<LocalModel<P>, 'learn' | 'project' | 'components' | 'detail'> & {
  learn(y: Float64Array, params: P): Float64Array;
  project(learned: Float64Array, y: Float64Array, horizon: number): Projection;
  components(learned: Float64Array, y: Float64Array, horizon: number): readonly Component[];
  detail(learned: Float64Array): string;
};

/** Lets a model without season work on seasonal data: adjust, forecast, put the season back. */
export function seasonallyAdjusted<P extends object>(plain: PlainModel<P>): LocalModel<P> {
  return {
    ...plain,
    learn(y, spec, params) {
      const season = findSeason(y, spec);
      return packedWithSeason(season, plain.learn(withoutSeason(y, season), params));
    },
    project(learned, y, _, horizon) {
      const { season, rest } = unpackedSeason(learned);
      const inner = plain.project(rest, withoutSeason(y, season), horizon);
      return { mean: withSeason(inner.mean, season, y.length), fitted: withSeason(inner.fitted, season, 0) };
    },
    components(learned, y, _, horizon) {
      const { season, rest } = unpackedSeason(learned);
      return withSeasonPart(plain.components(rest, withoutSeason(y, season), horizon), season, y.length);
    },
    detail(learned) {
      const { season, rest } = unpackedSeason(learned);
      const period = season.indices.length;
      return period === 1 ? plain.detail(rest) : `${plain.detail(rest)}, adjusted for season [${period}]`;
    },
  };
}

/** Pattern first, then what the model behind it learned. */
export function packedWithSeason(season: Season, rest: Float64Array): Float64Array {
  const period = season.indices.length;
  const all = new Float64Array(2 + period + rest.length);
  all[0] = period;
  all[1] = season.multiplicative ? 1 : 0;
  all.set(season.indices, 2);
  all.set(rest, 2 + period);
  return all;
}

export function unpackedSeason(learned: Float64Array): { season: Season; rest: Float64Array } {
  const period = learned[0] as number;
  return {
    season: { multiplicative: learned[1] === 1, indices: learned.subarray(2, 2 + period) },
    rest: learned.subarray(2 + period),
  };
}

/** Centred moving average over one season of two rows or more; NaN for the first and last half season. */
export function centredAverage(y: Float64Array, period: number): Float64Array {
  const n = y.length;
  const half = period >> 1;
  const edge = period % 2 === 0 ? 0.5 : 1;
  const trend = new Float64Array(n).fill(Number.NaN);
  for (let t = half; t + half < n; t += 1) {
    let sum = edge * ((y[t - half] as number) + (y[t + half] as number));
    for (let i = t - half + 1; i < t + half; i += 1) sum += y[i] as number;
    trend[t] = sum / period;
  }
  return trend;
}

/**
 * Seasonal indices by classical decomposition: the mean deviation from (or ratio to) the centred moving average for each
 * place of the season, normalised to mean 0 (or 1) (Hyndman and Athanasopoulos 2021, "Forecasting: principles and
 * practice", section 3.4). Index 0 belongs to the first row.
 */
export function seasonalIndices(y: Float64Array, period: number, multiplicative: boolean): Float64Array {
  const trend = centredAverage(y, period);
  const sums = new Float64Array(period);
  const counts = new Float64Array(period);
  for (let t = 0; t < y.length; t += 1) {
    const base = trend[t] as number;
    if (Number.isNaN(base)) continue;
    const slot = t % period;
    sums[slot] = (sums[slot] as number) + (multiplicative ? (y[t] as number) / base : (y[t] as number) - base);
    counts[slot] = (counts[slot] as number) + 1;
  }
  let mean = 0;
  for (let i = 0; i < period; i += 1) {
    sums[i] = (counts[i] as number) > 0 ? (sums[i] as number) / (counts[i] as number) : multiplicative ? 1 : 0;
    mean += (sums[i] as number) / period;
  }
  return sums.map((value) => (multiplicative ? value / mean : value - mean));
}
