import type { Run } from '../core/run.ts';
import { estimatorNamed } from '../estimators/catalogue.ts';
import type { Fitted, TrainingData } from '../estimators/estimator.ts';
import { takeRows, takeValues, withoutEmptyColumns } from '../frame/frame.ts';
import { metricsFor } from '../metrics/catalogue.ts';
import type { Scored } from '../metrics/metric.ts';
import type { Fold } from '../partition/partition.ts';
import type { TabularBlueprint } from './blueprint.ts';
import type { TabularProblem } from './problem.ts';

/** Scores by metric name. */
export type Scores = Readonly<Record<string, number>>;

/** What one blueprint predicted for the validation rows of one fold. */
export interface FoldResult {
  readonly blueprint: string;
  readonly fold: number;
  readonly scores: Scores;
  readonly predicted: Float64Array;
}

/** A value may occur outside these rows only: a column that is empty in them has nothing to teach. */
function rowsOf(problem: TabularProblem, rows: Int32Array): TrainingData {
  const x = withoutEmptyColumns(takeRows(problem.x, rows));
  const base = { x, y: takeValues(problem.y, rows), task: problem.task };
  const weighted = problem.weight === undefined ? base : { ...base, weight: takeValues(problem.weight, rows) };
  return problem.task === 'multiclass' ? { ...weighted, classes: problem.classes.length } : weighted;
}

/** Learns a blueprint on some rows; a fold's validation rows are never shown to it. */
export function fitTabularOn(
  problem: TabularProblem,
  blueprint: TabularBlueprint,
  rows: Int32Array,
  run: Run,
): Promise<Fitted> {
  const own = { ...run, random: run.random.fork(blueprint.id) };
  return estimatorNamed(blueprint.estimator).fit(rowsOf(problem, rows), blueprint.params, own);
}

export async function fitTabularFold(
  problem: TabularProblem,
  blueprint: TabularBlueprint,
  fold: Fold,
  number: number,
  run: Run,
): Promise<FoldResult> {
  const model = await fitTabularOn(problem, blueprint, fold.train, run);
  const predicted = model.predict(takeRows(problem.x, fold.validation));
  return { blueprint: blueprint.id, fold: number, predicted, scores: scoreRows(problem, fold.validation, predicted) };
}

/** Learns on every row, the holdout included: the model for deployment. */
export function refitTabular(problem: TabularProblem, blueprint: TabularBlueprint, run: Run): Promise<Fitted> {
  return fitTabularOn(
    problem,
    blueprint,
    Int32Array.from({ length: problem.x.rows }, (_, row) => row),
    run,
  );
}

/** Every metric of the task on some rows. Anomaly scores have no truth to be compared with. */
export function scoreRows(problem: TabularProblem, rows: Int32Array, predicted: Float64Array): Scores {
  if (problem.task === 'anomaly') return {};
  const scored: Scored = {
    actual: takeValues(problem.y, rows),
    predicted,
    ...(problem.weight === undefined ? {} : { weight: takeValues(problem.weight, rows) }),
    ...(problem.task === 'multiclass' ? { classes: problem.classes.length } : {}),
  };
  return Object.fromEntries(
    metricsFor(problem.task).map((metric) => [metric.name, safeScore(() => metric.score(scored))]),
  );
}

/** A metric that cannot be computed on these rows (a negative value under a deviance) is missing, not fatal. */
function safeScore(score: () => number): number {
  try {
    return score();
  } catch {
    return Number.NaN;
  }
}
