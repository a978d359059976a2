import { seededRandom, shuffle } from '../core/random.ts';
import { budgetSpent, type Run } from '../core/run.ts';
import { estimatorNamed } from '../estimators/catalogue.ts';
import type { Fitted, TrainingData } from '../estimators/estimator.ts';
import { takeRows, takeValues, withoutEmptyColumns } from '../frame/frame.ts';
import { better, metricsFor } from '../metrics/catalogue.ts';
import type { Scored } from '../metrics/metric.ts';
import type { Fold } from '../partition/partition.ts';
import type { TabularBlueprint } from './blueprint.ts';
import { combinations } from './grid.ts';
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

/** Learns a blueprint on some rows; a fold's validation rows are never shown to it. A grid is searched on these rows first. */
export async function fitTabularOn(
  problem: TabularProblem,
  blueprint: TabularBlueprint,
  rows: Int32Array,
  run: Run,
): Promise<Fitted> {
  const { id, estimator, params } = await chooseFromGrid(problem, blueprint, rows, run);
  const own = { ...run, random: run.random.fork(id) };
  return estimatorNamed(estimator).fit(rowsOf(problem, rows), params, own);
}

/** Share of the rows that judges the combinations of a grid. */
const JUDGING = 0.2;

/**
 * The best combination of a blueprint's grid: each is trained on four fifths of the rows and judged on the rest, which is
 * the same for all (Bergstra and Bengio 2012, "Random search for hyper-parameter optimization", Journal of Machine
 * Learning Research 13, on drawing combinations where there are too many). Without a grid: the blueprint as it is.
 */
export async function chooseFromGrid(
  problem: TabularProblem,
  blueprint: TabularBlueprint,
  rows: Int32Array,
  run: Run,
): Promise<TabularBlueprint> {
  const { grid, ...plain } = blueprint;
  if (grid === undefined) return blueprint;
  const random = seededRandom(grid.seed).fork('grid');
  const order = shuffle(rows.slice(), random.fork('rows'));
  const judged = order.slice(0, Math.max(1, Math.floor(JUDGING * rows.length))).sort();
  const taught = order.slice(judged.length).sort();
  const known = metricsFor(problem.task);
  const metric = known.find(({ name }) => name === grid.metric) ?? known[0];
  let best: { readonly one: TabularBlueprint; readonly score: number } | undefined;
  for (const params of combinations(blueprint.params, grid, random)) {
    const one = { ...plain, params };
    const model = await fitTabularOn(problem, one, taught, run);
    const scores = scoreRows(problem, judged, model.predict(takeRows(problem.x, judged)));
    const score = scores[metric?.name ?? ''] ?? Number.NaN;
    if (best === undefined || (metric !== undefined && better(metric, score, best.score))) best = { one, score };
    if (budgetSpent(run)) break;
  }
  return best?.one ?? plain;
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
