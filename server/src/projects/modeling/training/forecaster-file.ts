import {
  type Blend,
  type ForecastProblem,
  forecasterFrom,
  type IntervalModel,
  learnIntervals,
  openForecaster,
  type PanelModel,
  saveForecaster,
  seriesNoise,
} from '@almanac/engine';
import type { SeriesPredictions } from '../../engine/predictions-file.ts';
import { panelOf, problemOf, type SeriesJob } from '../../engine/series-problem.ts';

export const alone = (id: string): Blend => ({ kind: 'weights', models: [id], weights: [1] });

/** A model ready to answer, as bytes: what it learned, the newest history, and how wide its intervals are. */
export function forecasterFile(
  job: SeriesJob,
  blend: Blend,
  models: ReadonlyMap<string, PanelModel>,
  intervals: IntervalModel,
): Uint8Array {
  const problem: ForecastProblem = problemOf(job);
  return saveForecaster(forecasterFrom({ problem, blend, models, intervals }));
}

/** From its errors in the parts it did not see; the newest parts first, each a window of its own. */
export function intervalsFrom(job: SeriesJob, parts: readonly SeriesPredictions[]): IntervalModel {
  const panel = panelOf(job);
  const { windows, periods } = job.plan;
  const joined = <T>(of: (part: SeriesPredictions, window: number) => ArrayLike<T> & Iterable<T>): T[] =>
    parts.flatMap((part, window) => Array.from(of(part, window)));
  const residuals = {
    error: Float64Array.from(
      joined(({ actual, predicted }) => actual.map((value, c) => value - (predicted[c] as number))),
    ),
    series: Int32Array.from(joined(({ series }) => series)),
    window: Int32Array.from(joined(({ series }, window) => series.map(() => window))),
    distance: Int32Array.from(joined(({ distance }) => distance.map((k) => k - windows.first))),
    noise: Float64Array.from(panel.series, ({ target }) => seriesNoise(target, periods[0] ?? 1)),
  };
  return learnIntervals(residuals, panel.series.length, windows.last - windows.first + 1);
}

/** The models inside a forecaster, by the names its blend has for them. */
export function modelsIn(file: Uint8Array): Map<string, PanelModel> {
  const { blend, models } = openForecaster(file).parts;
  return new Map(blend.models.map((id, m) => [id, models[m] as PanelModel]));
}
