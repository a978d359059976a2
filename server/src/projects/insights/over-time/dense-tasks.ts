import { applyBlend, type Blend, column, type ForecastBlueprint, openForecaster } from '@almanac/engine';
import { partNamed, type SeriesPart, type SeriesPlan } from '../../core/partitioning/plan.ts';
import { threadFrame } from '../../engine/held-data.ts';
import type { SeriesPredictions } from '../../engine/part-predictions.ts';
import { pointsOf, predictPart, problemOf, type SeriesJob } from '../../engine/series-problem.ts';
import { fitPart } from '../../modeling/training/series-tasks.ts';

export interface DenseTask {
  readonly job: SeriesJob;
  readonly part: string;
  /** Models and how their forecasts are blended; one model is a blend of one. */
  readonly blend: Blend;
  readonly blueprints: Readonly<Record<string, ForecastBlueprint>>;
  /** The file of an incremental model, which cannot be refitted from a recipe. */
  readonly file?: Uint8Array;
}

/** Forecasts of a part from every moment in it, where its scores look at one forecast a cell only. */
export async function denseForecasts(task: DenseTask): Promise<SeriesPredictions> {
  const { job, part: name, blend, blueprints, file } = task;
  const part = partNamed(job.plan, name);
  const dense: SeriesPart = { ...part, points: everyPoint(part, job.plan) };
  if (file !== undefined) {
    const problem = problemOf(job);
    const [model] = openForecaster(file).parts.models;
    if (model === undefined) throw new Error('The file holds no model.');
    return predictPart(job, problem, (panel) => model.forecast(panel), dense, pointsOf(problem, job.plan, dense));
  }
  const made: SeriesPredictions[] = [];
  for (const id of blend.models) {
    const blueprint = blueprints[id];
    if (blueprint === undefined) throw new Error(`There is no blueprint of model ${id}.`);
    made.push((await fitPart(job, blueprint, dense)).predictions);
  }
  const first = made[0] as SeriesPredictions;
  const forecasts = made.map(({ predicted }) => predicted);
  return { ...first, predicted: applyBlend(blend, forecasts, (cell) => first.series[cell] as number) };
}

/** Nothing before the first moment whose whole history lies before the part: training data must not be forecast. */
const everyPoint = ({ from, to }: SeriesPart, { windows }: SeriesPlan): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i - windows.first);

export function timesOfRows({ name, rows }: { readonly name: string; readonly rows: Int32Array }): Float64Array {
  const source = column(threadFrame(), name);
  if (source.kind !== 'date') throw new Error(`Column ${name} holds no dates.`);
  return Float64Array.from(rows, (row) => source.values[row] as number);
}
