import { openForecaster, type Panel, type PanelSeries } from '@almanac/engine';
import type { SeriesJob } from '../../engine/series-problem.ts';
import { type FeatureEffect, type Grid, levelGrid, numberGrid } from './effects.rules.ts';
import { effectOf, type KnownImpacts, meanOf, strongest } from './effects-tasks.ts';
import { panelsOf } from './impact-tasks.ts';

type Use = 'known' | 'observed' | 'static';

/** How forecasts change when a column of the data has one value at all times. Derived features follow their column. */
export function effectsOfSeries(task: {
  readonly job: SeriesJob;
  readonly file: Uint8Array;
  readonly impacts: KnownImpacts;
  readonly part: string;
  readonly of: 'training' | 'validation';
}): FeatureEffect[] {
  const forecaster = openForecaster(task.file);
  const panels = panelsOf(task.job, task.part, task.of);
  const [first] = panels;
  if (first === undefined) return [];
  const seen = new Map<string, number>();
  const places = first.covariates.map((covariate) => {
    const at = seen.get(covariate.use) ?? 0;
    seen.set(covariate.use, at + 1);
    return { ...covariate, at };
  });
  return strongest(places, task.impacts).flatMap(({ name, use, at, levels }): FeatureEffect[] => {
    const cells = Float64Array.from(first.series.flatMap((series) => valuesOf(series, use, at)));
    const grid: Grid = levels === undefined ? numberGrid(cells) : levelGrid(cells, levels);
    if (grid.values.length === 0) return [];
    return [
      effectOf(name, grid, task.impacts, (value) =>
        meanOf(
          panels.flatMap((panel) => forecaster.forecastPanel(withValue(panel, use, at, value)).map((row) => row.value)),
        ),
      ),
    ];
  });
}

const valuesOf = (series: PanelSeries, use: Use, at: number): number[] =>
  use === 'static' ? [series.statics[at] ?? Number.NaN] : [...(series[use][at] ?? [])];

function withValue(panel: Panel, use: Use, at: number, value: number): Panel {
  const series = panel.series.map((one): PanelSeries => {
    if (use === 'static') return { ...one, statics: one.statics.map((own, i) => (i === at ? value : own)) };
    const filled = one[use].map((own, i) => (i === at ? new Float64Array(own.length).fill(value) : own));
    return { ...one, [use]: filled };
  });
  return { ...panel, series };
}
