import * as engine from '@almanac/engine';
import type { RowPartition, TablePlan, TimeSpan } from '../core/partitioning/plan.ts';
import type { TrainingShare } from '../core/partitioning/training-data.ts';
import { threadFrame } from './held-data.ts';

export interface TableJob {
  readonly plan: TablePlan;
  readonly ignore: readonly string[];
  /** Training data of this model; everything before its validation when absent. */
  readonly share?: TrainingShare;
}

export interface TableProblem extends engine.TabularProblem {
  /** Number in the data of every row of the problem: rows without a target are left out. */
  readonly numbers: Int32Array;
  /** When each row was, in projects partitioned by date. */
  readonly times?: Float64Array;
  readonly plan: TablePlan;
  readonly share?: TrainingShare;
}

/** Rows, target and folds of a project: always the same ones, for the same data and plan. */
export function tableProblem({ plan, ignore, share }: TableJob): TableProblem {
  const whole = threadFrame();
  const target = plan.target === undefined ? undefined : targetValues(engine.column(whole, plan.target), plan);
  const numbers = Int32Array.from(Array(whole.rows).keys()).filter((row) => !Number.isNaN(target?.[row] ?? 0));
  const table = numbers.length === whole.rows ? whole : engine.takeRows(whole, numbers);
  const y = target === undefined ? new Float64Array(table.rows) : engine.takeValues(target, numbers);
  const hidden = new Set([...plan.ignore, ...ignore]);
  const x: engine.Frame = { rows: table.rows, columns: table.columns.filter(({ name }) => !hidden.has(name)) };
  const partition = rowPartition(table, y, plan.partition, engine.seededRandom(plan.seed).fork('partition'));
  const times =
    plan.partition.method === 'datetime' ? { times: numbersOf(engine.column(table, plan.partition.column)) } : {};
  const base = {
    ...{ x, y, task: plan.task, classes: plan.classes, partition, numbers, plan },
    ...times,
    ...(share === undefined ? {} : { share }),
  };
  return plan.weights === undefined ? base : { ...base, weight: numbersOf(engine.column(table, plan.weights)) };
}

export function textsOf(source: engine.Column): (row: number) => string | null {
  if (source.kind === 'categorical') return (row) => source.levels[source.codes[row] as number] ?? null;
  if (source.kind === 'text') return (row) => source.values[row] ?? null;
  if (source.kind === 'boolean') {
    return (row) => (Number.isNaN(source.values[row]) ? null : source.values[row] === 1 ? 'true' : 'false');
  }
  return (row) => (Number.isNaN(source.values[row] as number) ? null : String(source.values[row]));
}

export function targetValues(source: engine.Column, plan: TablePlan): Float64Array {
  if (plan.task === 'regression') return numbersOf(source);
  const text = textsOf(source);
  const number = new Map(plan.classes.map((label, index) => [label, index]));
  const length = source.kind === 'categorical' ? source.codes.length : source.values.length;
  return Float64Array.from({ length }, (_, row) => number.get(text(row) ?? '') ?? Number.NaN);
}

export function numbersOf(source: engine.Column): Float64Array {
  if (source.kind === 'categorical' || source.kind === 'text') {
    throw new engine.EngineProblem('data.not-numeric', `Column "${source.name}" is ${source.kind}, not a number.`, {
      column: source.name,
    });
  }
  return source.values;
}

function asCategories(source: engine.Column): engine.CategoricalColumn {
  if (source.kind === 'categorical') return source;
  const text = textsOf(source);
  return engine.categoricalColumn(
    source.name,
    Array.from({ length: source.values.length }, (_, row) => text(row)),
  );
}

function rowPartition(
  table: engine.Frame,
  y: Float64Array,
  how: RowPartition,
  random: engine.Random,
): engine.Partition {
  if (how.method === 'datetime') return timePartition(table, how);
  if (how.method === 'user') {
    const holdout = how.holdout === undefined ? {} : { holdout: how.holdout };
    const levels = asCategories(engine.column(table, how.column));
    if (how.kind === 'CV') return engine.userPartition(levels, { kind: 'cross-validation', ...holdout });
    const { training = '', validation = '' } = how;
    return engine.userPartition(levels, { kind: 'train-validation', train: training, validation, ...holdout });
  }
  const plan =
    how.folds > 1
      ? ({ kind: 'cross-validation', folds: how.folds, holdout: how.holdout } as const)
      : ({ kind: 'train-validation', validation: how.validation, holdout: how.holdout } as const);
  if (how.method === 'group')
    return engine.groupPartition(asCategories(engine.column(table, how.column)), plan, random);
  return how.method === 'stratified'
    ? engine.stratifiedPartition(y, plan, random)
    : engine.randomPartition(table.rows, plan, random);
}

function timePartition(table: engine.Frame, how: Extract<RowPartition, { method: 'datetime' }>): engine.Partition {
  const times = numbersOf(engine.column(table, how.column));
  const inside = (from: number, to: number): Int32Array => {
    const rows: number[] = [];
    times.forEach((time, row) => {
      if (time >= from && time < to) rows.push(row);
    });
    return Int32Array.from(rows);
  };
  const fold = (span: TimeSpan) => ({
    train: inside(span.trainStart, span.trainEnd),
    validation: inside(span.from, span.to),
  });
  const holdout = how.holdout === undefined ? new Int32Array(0) : inside(how.holdout.from, how.holdout.to);
  return { folds: how.backtests.map(fold), holdout };
}
