import { timeOf } from '@almanac/engine';
import type { SeriesPredictions } from '../../engine/predictions-file.ts';
import { panelOf, type SeriesJob } from '../../engine/series-problem.ts';
import { type SeriesAccuracy, scoresBySeries } from './series-accuracy.rules.ts';

/** How well each series is forecast, and how much history it has. */
export function seriesAccuracy(task: {
  readonly job: SeriesJob;
  readonly parts: readonly { readonly part: string; readonly predictions: SeriesPredictions }[];
}): SeriesAccuracy {
  const { series, grid } = panelOf(task.job);
  return {
    rowCount: Float64Array.from(series, ({ target }) => target.filter((value) => !Number.isNaN(value)).length),
    start: Float64Array.from(series, ({ start }) => timeOf(grid, start)),
    end: Float64Array.from(series, ({ start, target }) => timeOf(grid, start + target.length - 1)),
    scores: scoresBySeries(task.parts, series.length),
  };
}
