import { integer } from '../../estimators/parameters.ts';
import { type Component, flatLevel } from '../components.ts';
import { seasonallyAdjusted } from '../decomposition/seasonal-adjustment.ts';
import { meanOf, usablePeriod } from '../history.ts';
import { localForecaster, repeatSeason } from '../local-model.ts';

const NOTHING = new Float64Array(0);

/**
 * The last seasonally adjusted value, with the season put back: the yardstick "Naive 2" of the M4 competition (Makridakis,
 * Spiliotis and Assimakopoulos 2020, "The M4 Competition: 100,000 time series and 61 forecasting methods", International
 * Journal of Forecasting 36).
 */
export const deseasonalisedNaive = localForecaster(
  seasonallyAdjusted({
    name: 'deseasonalised-naive',
    title: 'Last value, adjusted for season',
    params: {},
    leastRows: 1,
    learn: () => NOTHING,
    project: (_, y, horizon) => repeatSeason(y, 1, horizon),
    components: (_, y, horizon) => [flatLevel(y.at(-1) as number, horizon)],
    detail: () => 'last value',
  }),
);

/** The mean of the last season, and how its rows differ from it. */
export function lastSeason(y: Float64Array, period: number, horizon: number): Component[] {
  const mean = meanOf(y.subarray(y.length - period));
  const level = flatLevel(mean, horizon);
  if (period === 1) return [level];
  const values = repeatSeason(y, period, horizon).mean.map((value) => value - mean);
  return [level, { kind: 'season', period, values }];
}

/**
 * Naive forecast: the last value. Nothing beats it on a random walk (Hyndman and Athanasopoulos 2021, "Forecasting:
 * principles and practice", section 5.2).
 */
export const naive = localForecaster({
  name: 'naive',
  title: 'Last value',
  params: {},
  leastRows: 1,
  learn: () => NOTHING,
  project: (_, y, _spec, horizon) => repeatSeason(y, 1, horizon),
  components: (_, y, _spec, horizon) => [flatLevel(y.at(-1) as number, horizon)],
  detail: () => 'last value',
});

/** Seasonal naive forecast: the value one season ago; the last value where not even one season is known (ibid.). */
export const seasonalNaive = localForecaster({
  name: 'seasonal-naive',
  title: 'Last season',
  params: {},
  leastRows: 1,
  learn: (y, spec) => Float64Array.of(usablePeriod(spec, y.length, 1)),
  project: (learned, y, _, horizon) => repeatSeason(y, learned[0] as number, horizon),
  components: (learned, y, _, horizon) => lastSeason(y, learned[0] as number, horizon),
  detail: (learned) => `last season [${learned[0]}]`,
});

/** Random walk with drift: the straight line through the first and the last value (ibid.). */
export const drift = localForecaster({
  name: 'drift',
  title: 'Line through first and last value',
  params: {},
  leastRows: 2,
  learn: () => NOTHING,
  project(_, y, _spec, horizon) {
    const n = y.length;
    const last = y[n - 1] as number;
    const first = y[0] as number;
    const fitted = new Float64Array(n).fill(Number.NaN);
    for (let t = 2; t < n; t += 1) fitted[t] = (y[t - 1] as number) + ((y[t - 1] as number) - first) / (t - 1);
    const slope = n > 1 ? (last - first) / (n - 1) : 0;
    return { mean: Float64Array.from({ length: horizon }, (_unused, h) => last + (h + 1) * slope), fitted };
  },
  components(_, y, _spec, horizon) {
    const last = y.at(-1) as number;
    const slope = y.length > 1 ? (last - (y[0] as number)) / (y.length - 1) : 0;
    const values = Float64Array.from({ length: horizon }, (_unused, h) => (h + 1) * slope);
    return [flatLevel(last, horizon), { kind: 'trend', values }];
  },
  detail: () => 'drift',
});

/** Moving average: the mean of the last rows; with `window` 0 of the last season, or of all where there is none (ibid.). */
export const movingAverage = localForecaster<{ window: number }>({
  name: 'moving-average',
  title: 'Mean of the last rows',
  params: { window: integer(0, 100_000, 0) },
  leastRows: 1,
  learn(y, spec, params) {
    const season = usablePeriod(spec, y.length, 1);
    const wanted = params.window > 0 ? params.window : season > 1 ? season : y.length;
    return Float64Array.of(Math.min(wanted, y.length));
  },
  project(learned, y, _, horizon) {
    const window = learned[0] as number;
    const fitted = new Float64Array(y.length).fill(Number.NaN);
    let sum = 0;
    for (let t = 0; t < y.length; t += 1) {
      if (t >= window) {
        fitted[t] = sum / window;
        sum -= y[t - window] as number;
      }
      sum += y[t] as number;
    }
    return { mean: new Float64Array(horizon).fill(sum / window), fitted };
  },
  components(learned, y, _, horizon) {
    const window = learned[0] as number;
    let sum = 0;
    for (const value of y.subarray(y.length - window)) sum += value;
    return [flatLevel(sum / window, horizon)];
  },
  detail: (learned) => `mean of ${learned[0]}`,
});
