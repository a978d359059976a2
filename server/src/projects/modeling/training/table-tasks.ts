import * as engine from '@almanac/engine';
import { SYNTHETIC_AUC } from '../../core/models/metrics.rules.ts';
import type { PartScores } from '../../core/models/model.tables.ts';
import type { RowCounts } from '../../core/partitioning/plan.ts';
import { extent, indices } from '../../engine/arrays.ts';
import { type RowPredictions, scoreOrNull } from '../../engine/part-predictions.ts';
import { type TableJob, type TableProblem, tableProblem } from '../../engine/table-problem.ts';
import { sharedRows } from './training-rows.ts';

interface FitTableTask {
  readonly job: TableJob;
  readonly blueprint: engine.TabularBlueprint;
  /** fold_0, backtest_0, ... or holdout. */
  readonly part: string;
  readonly keep: boolean;
}

/** Fits on the training rows of a part and predicts its validation rows. */
export async function fitTable({ job, blueprint, part, keep }: FitTableTask) {
  const problem = tableProblem(job);
  const { train, validation } = rowsOfPart(problem, part);
  const run = { random: engine.seededRandom(job.plan.seed) };
  const chosen = await engine.chooseFromGrid(problem, blueprint, train, run);
  const model = await engine.fitTabularOn(problem, chosen, train, run);
  const predicted =
    validation.length === 0 ? new Float64Array(0) : model.predict(engine.takeRows(problem.x, validation));
  const evaluated = () =>
    problem.task === 'anomaly'
      ? syntheticAuc(problem, validation, (x) => model.predict(x))
      : scoreTable(problem, validation, predicted);
  return {
    scores: validation.length === 0 ? {} : evaluated(),
    predictions: predictionsOf(problem, validation, predicted),
    trainingRows: train.length,
    span: spanOf(problem, train),
    file: keep ? engine.writeModelFile(blueprint.estimator, model) : null,
    report: keep ? reportOf(model, engine.takeRows(problem.x, train), blueprint, chosen) : null,
  };
}

const reportOf = (
  model: engine.Fitted,
  x: engine.Frame,
  { grid }: engine.TabularBlueprint,
  { params }: engine.TabularBlueprint,
): engine.FitReport => ({ ...engine.fitReport(model, x), ...(grid === undefined ? {} : { chosen: params }) });

function spanOf({ times, share }: TableProblem, rows: Int32Array): readonly [number, number] | null {
  if (times === undefined || share === undefined || rows.length === 0) return null;
  const [first, last] = extent(engine.takeValues(times, rows));
  return [first, last + 1];
}

/** Training and validation rows: as planned, or the share of a requested model. */
export const rowsOfPart = (problem: TableProblem, part: string): { train: Int32Array; validation: Int32Array } =>
  sharedRows(problem, problem.plan, part, usualRows(problem, part));

function usualRows(problem: TableProblem, part: string): { train: Int32Array; validation: Int32Array } {
  const { folds, holdout } = problem.partition;
  if (part !== 'holdout') {
    const fold = folds[Number(part.slice(part.indexOf('_') + 1))];
    if (fold === undefined) throw new Error(`The plan has no part ${part}.`);
    return fold;
  }
  const held = new Set(holdout);
  const rest = indices(problem.x.rows).filter((row) => !held.has(row));
  return { train: rest, validation: holdout };
}

export function predictionsOf(problem: TableProblem, rows: Int32Array, predicted: Float64Array): RowPredictions {
  return {
    rows: rows.map((row) => problem.numbers[row] as number),
    actual: engine.takeValues(problem.y, rows),
    predicted,
    weight:
      problem.weight === undefined ? new Float64Array(rows.length).fill(1) : engine.takeValues(problem.weight, rows),
  };
}

export function scoreTable(problem: TableProblem, rows: Int32Array, predicted: Float64Array): PartScores {
  if (problem.task === 'anomaly') return {};
  const scored = {
    actual: engine.takeValues(problem.y, rows),
    predicted,
    ...(problem.weight === undefined ? {} : { weight: engine.takeValues(problem.weight, rows) }),
    ...(problem.task === 'multiclass' ? { classes: problem.classes.length } : {}),
  };
  return Object.fromEntries(
    engine.metricsFor(problem.task).map((metric) => [metric.name, scoreOrNull(metric, scored)]),
  );
}

interface BlendTableTask {
  readonly job: TableJob;
  /** Best first, with what each predicted for every fold. */
  readonly members: readonly { readonly id: string; readonly parts: readonly RowPredictions[] }[];
  readonly metric: string;
  /** Every model counts the same; otherwise by how much each adds. */
  readonly equally?: boolean;
}

/** A mean of the models; null where by weights it does not beat the best of them alone. */
export function blendTable({ job, members, metric, equally = false }: BlendTableTask) {
  const problem = tableProblem(job);
  const blend = equally ? plainMean(members) : weightedMean(problem, members, metric);
  if (blend === null || blend.models.length < 2) return null;
  const used = blend.models.map((id) => members.find((one) => one.id === id)?.parts ?? []);
  const parts = (used[0] ?? []).map((part, fold) => {
    const rows = problem.partition.folds[fold]?.validation ?? new Int32Array(0);
    const predicted = engine.averagePredictions(
      used.map((of) => of[fold]?.predicted as Float64Array),
      blend.weights,
    );
    return { predictions: { ...part, predicted }, scores: scoreTable(problem, rows, predicted) };
  });
  return { blend, parts };
}

const plainMean = (members: BlendTableTask['members']): engine.TabularBlend => ({
  models: members.map(({ id }) => id),
  weights: members.map(() => 1 / members.length),
});

function weightedMean(
  problem: TableProblem,
  members: BlendTableTask['members'],
  metric: string,
): engine.TabularBlend | null {
  const measure = engine.metricsFor(problem.task).find(({ name }) => name === metric);
  if (measure === undefined) return null;
  const results = new Map(
    members.map(({ id, parts }) => [
      id,
      parts.map(({ predicted }, fold): engine.FoldResult => {
        const rows = problem.partition.folds[fold]?.validation ?? new Int32Array(0);
        const scores = scoreTable(problem, rows, predicted);
        return { blueprint: id, fold, predicted, scores: { [metric]: scores[metric] ?? Number.NaN } };
      }),
    ]),
  );
  return engine.blendOf({ ...problem, metric: measure }, members, results);
}

export function applyToRows(task: {
  readonly job: TableJob;
  readonly blend: engine.TabularBlend;
  readonly part: string;
  readonly members: readonly RowPredictions[];
}): { predictions: RowPredictions; scores: PartScores } {
  const problem = tableProblem(task.job);
  const first = task.members[0] as RowPredictions;
  const predicted = engine.averagePredictions(
    task.members.map((member) => member.predicted),
    task.blend.weights,
  );
  const { validation } = rowsOfPart(problem, task.part);
  return { predictions: { ...first, predicted }, scores: scoreTable(problem, validation, predicted) };
}

export async function refitTable(task: {
  readonly job: TableJob;
  readonly blueprint: engine.TabularBlueprint;
}): Promise<{ file: Uint8Array; report: engine.FitReport }> {
  const problem = tableProblem(task.job);
  const run = { random: engine.seededRandom(task.job.plan.seed) };
  const chosen = await engine.chooseFromGrid(problem, task.blueprint, indices(problem.x.rows), run);
  const model = await engine.refitTabular(problem, chosen, run);
  const file = engine.writeModelFile(task.blueprint.estimator, model);
  return { file, report: reportOf(model, problem.x, task.blueprint, chosen) };
}

/** Also the sizes of every part, for the record. */
export function listTable({ job, mode }: { readonly job: TableJob; readonly mode: engine.Mode }): {
  blueprints: engine.TabularBlueprint[];
  rows: number;
  parts: RowCounts;
} {
  const problem = tableProblem(job);
  const prefix = job.plan.partition.method === 'datetime' ? 'backtest' : 'fold';
  const folds = problem.partition.folds.map((fold, index) => [
    `${prefix}_${index}`,
    { training: fold.train.length, validation: fold.validation.length },
  ]);
  const held = problem.partition.holdout.length;
  const holdout = held === 0 ? [] : [['holdout', { training: problem.x.rows - held, validation: held }]];
  return {
    blueprints: engine.listTabularBlueprints(problem, mode),
    rows: problem.x.rows,
    parts: Object.fromEntries([...folds, ...holdout]),
  };
}

const MOST_ROWS = 5000;

/**
 * How well the scores of a model tell rows it has not seen from made-up ones: numbers anywhere in their range,
 * everything else mixed between rows. 0.5 is chance, 1 is perfect.
 */
export function syntheticAuc(
  problem: TableProblem,
  rows: Int32Array,
  predict: (x: engine.Frame) => Float64Array,
): PartScores {
  const auc = engine.metrics.find(({ name }) => name === 'AUC');
  if (auc === undefined || rows.length < 2) return { [SYNTHETIC_AUC]: null };
  const real = engine.takeRows(problem.x, rows.slice(0, MOST_ROWS));
  const random = engine.seededRandom(problem.plan.seed).fork('synthetic');
  const made: engine.Frame = {
    rows: real.rows,
    columns: real.columns.map((source) => {
      const draw = random.fork(source.name);
      const order = Int32Array.from({ length: real.rows }, () => draw.int(real.rows));
      const mixed = engine.takeRows({ rows: real.rows, columns: [source] }, order).columns[0] as engine.Column;
      if (mixed.kind !== 'numeric' && mixed.kind !== 'date') return mixed;
      const [low, high] = extent(mixed.values);
      // What is missing stays missing as often as it was.
      const values = mixed.values.map((value) => (Number.isNaN(value) ? value : low + draw.next() * (high - low)));
      return { ...mixed, values };
    }),
  };
  const actual = new Float64Array(2 * real.rows).fill(1, real.rows);
  const predicted = new Float64Array(2 * real.rows);
  predicted.set(predict(real));
  predicted.set(predict(made), real.rows);
  return { [SYNTHETIC_AUC]: scoreOrNull(auc, { actual, predicted }) };
}
