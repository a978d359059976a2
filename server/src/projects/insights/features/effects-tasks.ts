import { type Column, type Frame, takeRows, takeValues } from '@almanac/engine';
import { type TableJob, tableProblem } from '../../training/thread/table-problem.ts';
import type { ModelFiles } from '../model-files.ts';
import { type FeatureEffect, type Grid, gridOf, outcomesOver } from './effects.rules.ts';
import { answering, type RowsOf, rowsToAsk } from './table-model.ts';

/** Normalised impact by name; only these features are looked at, when there are any. */
export type KnownImpacts = Readonly<Record<string, number>>;

/** Rows every value of a feature is tried on, and rows outcomes are counted over unless told. */
const MOST_TRIED = 300;
const MOST_COUNTED = 5000;
export const MOST_FEATURES = 25;

/** How answers change when one column is set to one value for all rows, and what happened where it had that value. */
export function effectsOfRows(task: {
  readonly job: TableJob;
  readonly model: ModelFiles;
  readonly impacts: KnownImpacts;
  readonly of: RowsOf;
  readonly fold: number;
  /** Rows outcomes are counted over. */
  readonly most: number | null;
}): FeatureEffect[] {
  const problem = tableProblem(task.job);
  const model = answering(task.model);
  const tried = takeRows(problem.x, rowsToAsk(problem, task.of, task.fold, MOST_TRIED));
  const counted = rowsToAsk(problem, task.of, task.fold, task.most ?? MOST_COUNTED);
  const seen = takeRows(problem.x, counted);
  if (seen.rows === 0) return [];
  const predicted = model.predict(seen);
  const actual = problem.task === 'anomaly' ? null : takeValues(problem.y, counted);
  return strongest(seen.columns, task.impacts).flatMap((source): FeatureEffect[] => {
    const grid = gridOf(source);
    if (grid === undefined || grid.values.length === 0) return [];
    const cells = source.kind === 'categorical' ? source.codes : source.kind === 'text' ? [] : source.values;
    return [
      {
        ...effectOf(source.name, grid, task.impacts, (value) => meanOf(model.predict(withValue(tried, source, value)))),
        predictedVsActual: { isCapped: grid.isCapped, data: outcomesOver(grid, cells, predicted, actual) },
      },
    ];
  });
}

export const strongest = <T extends { readonly name: string }>(columns: readonly T[], impacts: KnownImpacts): T[] =>
  [...columns].sort((a, b) => (impacts[b.name] ?? 0) - (impacts[a.name] ?? 0)).slice(0, MOST_FEATURES);

export const effectOf = (
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

export const meanOf = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  return values.length === 0 ? 0 : sum / values.length;
};

function withValue(x: Frame, source: Column, value: number): Frame {
  const columns = x.columns.map((column): Column => {
    if (column.name !== source.name) return column;
    if (column.kind === 'categorical') return { ...column, codes: new Int32Array(x.rows).fill(value) };
    return column.kind === 'text' ? column : { ...column, values: new Float64Array(x.rows).fill(value) };
  });
  return { rows: x.rows, columns };
}
