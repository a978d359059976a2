import { seededRandom } from '../../engine/src/core/random.ts';
import type { Pool } from '../../engine/src/core/thread-pool.ts';
import { localPanel } from '../../engine/src/forecasting/local-panel.ts';
import { deseasonalisedNaive } from '../../engine/src/local/baselines/baselines.ts';
import { naiveScale } from '../../engine/src/metrics/point-errors.ts';
import { type Competition, panelOf, seasonOf } from './competitions.ts';

export interface Errors {
  readonly smape: number;
  readonly mase: number;
}

/** The scale of MASE of each series; 1 season where it is longer than that. */
export const scaleOf = (set: Competition, values: Float64Array): number =>
  naiveScale(values, values.length > set.measureSeason ? set.measureSeason : 1);

/** Mean over series of the symmetric percentage error and of the scaled error, as the competitions compute them. */
export function errors(set: Competition, forecast: (series: number, step: number) => number): Errors {
  let [smape, mase, scaled] = [0, 0, 0];
  set.series.forEach(({ values, outcome }, s) => {
    let [percent, absolute] = [0, 0];
    outcome.forEach((actual, d) => {
      const value = forecast(s, d);
      const size = Math.abs(actual) + Math.abs(value);
      percent += size > 0 ? (200 * Math.abs(actual - value)) / size / outcome.length : 0;
      absolute += Math.abs(actual - value) / outcome.length;
    });
    smape += percent / set.series.length;
    const scale = scaleOf(set, values);
    if (!(scale > 0)) return;
    mase += absolute / scale;
    scaled++;
  });
  return { smape, mase: mase / scaled };
}

/** Errors of the competition's yardstick, the last value adjusted for season. */
export function naive2(set: Competition): Errors {
  const spec = { periods: seasonOf(set) };
  const forecasts = set.series.map(({ values }) => deseasonalisedNaive.fit(values, spec).forecast(set.horizon));
  return errors(set, (s, d) => forecasts[s]?.[d] ?? 0);
}

/** Overall weighted average: the mean of both errors relative to the yardstick's. */
export const relativeTo = (ours: Errors, yardstick: Errors): number =>
  (ours.smape / yardstick.smape + ours.mase / yardstick.mase) / 2;

/** Forecasts of one local model for every series, as a blueprint makes them; seasons in the order given. */
export async function localForecasts(
  set: Competition,
  { forecaster, params = {}, periods }: { forecaster: string; params?: object; periods: readonly number[] },
  pool: Pool,
): Promise<(series: number, step: number) => number> {
  const panel = panelOf(set);
  const windows = { history: 1, blind: 0, first: 1, last: set.horizon };
  const learner = localPanel({ forecaster, params: { ...params }, season: 'shortest' });
  const model = await learner.fit(panel, { windows, periods }, { random: seededRandom(1), pool });
  const means = model.forecast(panel);
  return (s, d) => means[s * set.horizon + d] as number;
}
