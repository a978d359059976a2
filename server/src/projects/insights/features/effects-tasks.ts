import * as engine from '@almanac/engine';
import { meanOf } from '../../engine/arrays.ts';
import type { ModelFiles } from '../../engine/project-files.ts';
import type { SeriesJob } from '../../engine/series-problem.ts';
import { type TableJob, tableProblem } from '../../engine/table-problem.ts';
import type { SliceFilter } from '../slices/slice.rules.ts';
import { type Grid, gridOf, levelGrid, numberGrid, outcomesOver } from './effects.rules.ts';
import type { FeatureEffect } from './feature.schema.ts';
import { answering, panelsOf, type RowsOf, rowsToAsk } from './impact-tasks.ts';

/** Normalised impact by name; the features with most of it are looked at. */
export type KnownImpacts = Readonly<Record<string, number>>;

/** Rows per grid value, and default rows for actuals. */
const MOST_TRIED = 300;
const MOST_COUNTED = 5000;
const MOST_FEATURES = 25;

/** Partial dependence of a column, and actuals by its values. */
export function effectsOfRows(task: {
  readonly job: TableJob;
  readonly model: ModelFiles;
  readonly impacts: KnownImpacts;
  readonly of: RowsOf;
  readonly fold: number;
  /** Rows outcomes are counted over. */
  readonly most: number | null;
  /** With several classes: the one whose probability is meant. */
  readonly classIndex?: number;
  /** These features, or so many of the strongest. */
  readonly features?: readonly string[];
  readonly top?: number;
  /** Only rows that pass these. */
  readonly filters?: readonly SliceFilter[];
}): FeatureEffect[] {
  const problem = tableProblem(task.job);
  const classes = problem.task === 'multiclass' ? problem.classes.length : 1;
  const all = answering(task.model);
  const predict = (x: engine.Frame): Float64Array => oneOf(all.predict(x), classes, task.classIndex ?? 0);
  const tried = engine.takeRows(problem.x, rowsToAsk(problem, task.of, task.fold, MOST_TRIED, task.filters));
  const counted = rowsToAsk(problem, task.of, task.fold, task.most ?? MOST_COUNTED, task.filters);
  const seen = engine.takeRows(problem.x, counted);
  if (seen.rows === 0) return [];
  const predicted = predict(seen);
  const outcomes = engine.takeValues(problem.y, counted);
  const happened = classes === 1 ? outcomes : outcomes.map((label) => Number(label === (task.classIndex ?? 0)));
  const actual = problem.task === 'anomaly' ? null : happened;
  const features = task.features === undefined ? null : new Set(task.features);
  const columns = features === null ? seen.columns : seen.columns.filter(({ name }) => features.has(name));
  return strongest(columns, task.impacts, task.top).flatMap((source): FeatureEffect[] => {
    const grid = gridOf(source);
    if (grid === undefined || grid.values.length === 0) return [];
    const cells = source.kind === 'categorical' ? source.codes : source.kind === 'text' ? [] : source.values;
    return [
      {
        ...effectOf(source.name, grid, task.impacts, (value) => meanOf(predict(withValue(tried, source, value)))),
        predictedVsActual: { isCapped: grid.isCapped, data: outcomesOver(grid, cells, predicted, actual) },
      },
    ];
  });
}

/** The probabilities of one class, of rows x classes. */
function oneOf(answers: Float64Array, classes: number, index: number): Float64Array {
  if (classes === 1) return answers;
  return Float64Array.from({ length: answers.length / classes }, (_, row) => answers[row * classes + index] as number);
}

const strongest = <T extends { readonly name: string }>(
  columns: readonly T[],
  impacts: KnownImpacts,
  most = MOST_FEATURES,
): T[] => [...columns].sort((a, b) => (impacts[b.name] ?? 0) - (impacts[a.name] ?? 0)).slice(0, most);

const effectOf = (
  name: string,
  grid: Grid,
  impacts: KnownImpacts,
  dependence: (value: number) => number,
): FeatureEffect => ({
  featureName: name,
  featureImpactScore: Math.max(0, impacts[name] ?? 0),
  featureType: grid.type,
  isBinnable: grid.type !== 'categorical',
  isScalable: grid.type === 'numeric' ? grid.values.every((value) => value > 0) : null,
  weightLabel: null,
  partialDependence: {
    isCapped: grid.isCapped,
    data: grid.values.map((value, i) => ({ label: grid.labels[i] ?? '', dependence: dependence(value) })),
  },
});

function withValue(x: engine.Frame, source: engine.Column, value: number): engine.Frame {
  const columns = x.columns.map((column): engine.Column => {
    if (column.name !== source.name) return column;
    if (column.kind === 'categorical') return { ...column, codes: new Int32Array(x.rows).fill(value) };
    return column.kind === 'text' ? column : { ...column, values: new Float64Array(x.rows).fill(value) };
  });
  return { rows: x.rows, columns };
}

type Use = 'known' | 'observed' | 'static';

/** How forecasts change when a column of the data has one value at all times. Derived features follow their column. */
export function effectsOfSeries(task: {
  readonly job: SeriesJob;
  readonly file: Uint8Array;
  readonly impacts: KnownImpacts;
  readonly part: string;
  readonly of: 'training' | 'validation';
}): FeatureEffect[] {
  const forecaster = engine.openForecaster(task.file);
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
          panels.flatMap((panel) =>
            forecaster.forecastPanel(withCovariate(panel, use, at, value)).map((row) => row.value),
          ),
        ),
      ),
    ];
  });
}

const valuesOf = (series: engine.PanelSeries, use: Use, at: number): number[] =>
  use === 'static' ? [series.statics[at] ?? Number.NaN] : [...(series[use][at] ?? [])];

function withCovariate(panel: engine.Panel, use: Use, at: number, value: number): engine.Panel {
  const series = panel.series.map((one): engine.PanelSeries => {
    if (use === 'static') return { ...one, statics: one.statics.map((own, i) => (i === at ? value : own)) };
    const filled = one[use].map((own, i) => (i === at ? new Float64Array(own.length).fill(value) : own));
    return { ...one, [use]: filled };
  });
  return { ...panel, series };
}
