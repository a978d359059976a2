import * as engine from '@almanac/engine';
import { partNamed } from '../../core/partitioning/plan.ts';
import { indices, spread } from '../../engine/arrays.ts';
import { threadFrame } from '../../engine/held-data.ts';
import { scoreOrNull } from '../../engine/part-predictions.ts';
import type { ModelFiles } from '../../engine/project-files.ts';
import { pointsOf, problemOf, type SeriesJob } from '../../engine/series-problem.ts';
import { type TableJob, type TableProblem, tableProblem } from '../../engine/table-problem.ts';
import { inSlice, type SliceFilter } from '../slices/slice.rules.ts';

export interface Impact {
  readonly feature: string;
  readonly impact: number;
}

export interface Impacts {
  readonly impacts: readonly Impact[];
  readonly rows: number;
}

/** How much worse a model on rows gets without each column. */
export function impactOfRows(task: {
  readonly job: TableJob;
  readonly model: ModelFiles;
  readonly metric: string;
  readonly fold: number | 'holdout';
  readonly most: number;
  /** Only rows that pass these. */
  readonly filters?: readonly SliceFilter[];
}): Impacts {
  const problem = tableProblem(task.job);
  const of = task.fold === 'holdout' ? 'holdout' : 'validation';
  const rows = rowsToAsk(problem, of, task.fold === 'holdout' ? 0 : task.fold, task.most, task.filters);
  if (rows.length === 0) return { impacts: [], rows: 0 };
  const x = engine.takeRows(problem.x, rows);
  const model = answering(task.model);
  const found = engine.featureImpact(
    model as engine.Fitted,
    { x, error: errorOf(problem, rows, task.metric, model.predict(x)) },
    { random: engine.seededRandom(task.job.plan.seed).fork('impact') },
  );
  return { impacts: found.map(({ column, loss }) => ({ feature: column, impact: loss })), rows: rows.length };
}

/** The same for each class against all others, in the order of the classes. */
export function impactByClass(task: {
  readonly job: TableJob;
  readonly model: ModelFiles;
  readonly fold: number | 'holdout';
  readonly most: number;
}): readonly (readonly Impact[])[] {
  const problem = tableProblem(task.job);
  const of = task.fold === 'holdout' ? 'holdout' : 'validation';
  const rows = rowsToAsk(problem, of, task.fold === 'holdout' ? 0 : task.fold, task.most);
  const question = {
    x: engine.takeRows(problem.x, rows),
    y: engine.takeValues(problem.y, rows),
    classes: problem.classes.length,
    ...(problem.weight === undefined ? {} : { weight: engine.takeValues(problem.weight, rows) }),
  };
  const random = engine.seededRandom(task.job.plan.seed).fork('impact');
  const found = engine.classImpact(answering(task.model) as engine.Fitted, question, { random });
  return found.map((one) => one.map(({ column, loss }) => ({ feature: column, impact: loss })));
}

/** The project's metric, or another where it does not exist on these rows. Without a target: the change of predictions. */
function errorOf(problem: TableProblem, rows: Int32Array, name: string, before: Float64Array) {
  const actual = engine.takeValues(problem.y, rows);
  const more = {
    ...(problem.weight === undefined ? {} : { weight: engine.takeValues(problem.weight, rows) }),
    ...(problem.task === 'multiclass' ? { classes: problem.classes.length } : {}),
  };
  const known = problem.task === 'anomaly' ? [] : engine.metricsFor(problem.task);
  const metric = [...known.filter((one) => one.name === name), ...known].find(
    (one) => one.needs.length === 0 && scoreOrNull(one, { actual, predicted: before, ...more }) !== null,
  );
  if (metric === undefined) {
    return (answers: Float64Array) =>
      answers.reduce((sum, answer, row) => sum + Math.abs(answer - (before[row] as number)), 0) / answers.length;
  }
  const sign = metric.direction === 'higher' ? -1 : 1;
  const worst = scoreOrNull(metric, { actual, predicted: before, ...more }) ?? 0;
  return (predicted: Float64Array) => sign * (scoreOrNull(metric, { actual, predicted, ...more }) ?? worst);
}

/** Series and forecast points that are explained: explaining is slower than forecasting. */
const MOST_SERIES = 60;
const MOST_POINTS = 4;

/** Panels as they looked at some moments of a part, or where its training ended. */
export function panelsOf(
  job: SeriesJob,
  partName: string,
  of: 'training' | 'validation' = 'validation',
): engine.Panel[] {
  const problem = problemOf(job);
  const part = partNamed(job.plan, partName);
  const points = pointsOf(problem, job.plan, part).filter(({ lengths }) => lengths.some((length) => length > 0));
  const lengths =
    of === 'training' ? points.slice(0, 1).map((one) => one.trainLengths) : points.map((one) => one.lengths);
  return spread(lengths.length, MOST_POINTS).map((at) => {
    const panel = engine.cutPanel(problem.panel, lengths[at] ?? []);
    return {
      ...panel,
      series: spread(panel.series.length, MOST_SERIES).map((i) => panel.series[i] as engine.Panel['series'][0]),
    };
  });
}

/** What each derived feature adds to forecasts, on average: models that read no features owe all to the target. */
export function impactOfSeries(task: {
  readonly job: SeriesJob;
  readonly file: Uint8Array;
  readonly part: string;
}): Impacts {
  const forecaster = engine.openForecaster(task.file);
  const sums = new Map<string, number>();
  let cells = 0;
  for (const panel of panelsOf(task.job, task.part)) {
    for (const { contributions } of forecaster.explain(panel)) {
      cells += 1;
      for (const { feature, kind, contribution } of contributions) {
        // Components are parts of the target's own history, no columns that a feature list could hold.
        if (kind === 'feature') sums.set(feature, (sums.get(feature) ?? 0) + Math.abs(contribution));
      }
    }
  }
  const impacts = [...sums].map(([feature, sum]) => ({ feature, impact: sum / cells }));
  impacts.sort((a, b) => b.impact - a.impact || (a.feature < b.feature ? -1 : 1));
  if (impacts.length === 0) return { impacts: [{ feature: task.job.plan.panel.target, impact: 1 }], rows: 0 };
  return { impacts, rows: cells };
}

/** A model or a blend as one prediction function. */
export function answering({ files, weights }: ModelFiles): Pick<engine.Fitted, 'predict'> {
  const models = files.map((file) => engine.readModel(file).model);
  return {
    predict: (x: engine.Frame) =>
      engine.averagePredictions(
        models.map((model) => model.predict(x)),
        weights,
      ),
  };
}

export type RowsOf = 'training' | 'validation' | 'holdout';

/** Validation rows of a fold, or the holdout, that pass the filters; at most `most`, evenly spread. */
export function rowsToAsk(
  { partition, x, numbers }: TableProblem,
  of: RowsOf,
  fold: number,
  most: number,
  filters: readonly SliceFilter[] = [],
): Int32Array {
  const part = partition.folds[fold] ?? partition.folds[0];
  const all =
    of === 'holdout' ? partition.holdout : ((of === 'training' ? part?.train : part?.validation) ?? indices(x.rows));
  const passes = inSlice(threadFrame(), filters);
  const rows = filters.length === 0 ? all : all.filter((row) => passes(numbers[row] as number));
  return Int32Array.from(spread(rows.length, most), (at) => rows[at] as number);
}
